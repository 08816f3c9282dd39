// The command line: a table of contents. Each command's work is a room of its own in src/cli/,
// loaded when it is called, so that `furrow --help` answers at once.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { tellFailure, WRONG_CALL } from './cli/failure.ts'
import { ownVersion } from './cli/provenance.ts'
import { tellParent } from './cli/supervised.ts'

/** Threads of one process; a call with more is a slip of the finger. */
const LANES_MAX = 1024

/** What Node takes by itself, and a little more. */
const MEMORY_MIN_MB = 128

const EXIT_CODES = `
Exit codes: 0 all is well; 1 a difference was found or a cell failed;
2 the call or its input is wrong; 130 after Ctrl-C.`

const furrow = new Command('furrow')
  .description('Sweeps a scene on every core; the same bits however the work was scheduled.')
  .version(ownVersion())
  .option('--debug', 'show the stack of an error')
  .exitOverride()
  .configureOutput({
    outputError: (text, write) => write(text.replace(/^error: /, 'furrow: ')),
  })
  .addHelpText('after', EXIT_CODES)

command('run <sweep>', 'run the sweep or suite in a file; run again, it goes on where it stopped')
  .option('--out <dir>', 'result folder (default: results/<sweep>-<first 8 hex of its digest>)')
  .addOption(workers())
  .addOption(backend())
  .addOption(exact())
  .option('--shard <i/n>', 'only the i-th of n fixed parts of the sweep')
  .addOption(timeout())
  .addOption(memory())
  .option('--audit <pct>', 'percent of the rollouts to run once more and compare', percent, 1)
  .option('--json', 'one JSON event a line on stdout, from start to end')
  .action(async (sweep, options) => exit(await (await import('./cli/run.ts')).run(sweep, options)))

command('status <dir>', 'cells done, failed and left, rate, time to go; also during a run')
  .option('--watch', 'again every 2 s until the run ends; not on a terminal, a line each time')
  .action(async (dir, options) =>
    exit(await (await import('./cli/status.ts')).printStatus(dir, options)),
  )

command('root <dir>', 'print the root of a finished result').action(async (dir) =>
  exit((await import('./cli/root.ts')).printRoot(dir)),
)

command('verify <dir>', 'run a result again and compare every bit')
  .option('--sample <pct>', 'percent of the recorded rollouts', percent, 100)
  .addOption(workers())
  .addOption(backend())
  .addOption(exact())
  .addOption(timeout())
  .addOption(memory())
  .action(async (dir, options) =>
    exit(await (await import('./cli/verify.ts')).verify(dir, options)),
  )

command('export <dir>', 'write a result as a table, one row a cell')
  .addOption(new Option('--format <name>').choices(['csv', 'ndjson']).makeOptionMandatory())
  .option('--out <file>', 'a file instead of stdout')
  .option('--curves', 'the divergence curves instead, one row a sample')
  .option('--rate-curves', 'the running curves of rates instead, one row a point')
  .option('--faults', 'the cells that failed instead: step, retries and message')
  .option('--over-replicas', 'means over the replicas of each cell, with their standard errors')
  .action(async (dir, options) =>
    exit(await (await import('./cli/export.ts')).exportTable(dir, options)),
  )

command('doctor', 'what this machine can do, and whether its arithmetic is right').action(
  async () => exit(await (await import('./cli/doctor.ts')).doctor()),
)

command('scenes', 'list the built-in scenes').action(async () =>
  exit((await import('./cli/scenes.ts')).printScenes()),
)

// A reader that has seen enough (`| head`), or a terminal that is gone, is no fault, and no reason
// to stop a run.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' && code !== 'EIO') throw new Error(message)
  })
}

try {
  await furrow.parseAsync()
} catch (error) {
  // Commander has said its own faults already; --help and --version end here too.
  const wrong = error instanceof CommanderError ? error.exitCode : undefined
  if (wrong === undefined) exit(tellFailure(error, process.argv.includes('--debug')))
  else exit(wrong === 0 ? 0 : WRONG_CALL)
}

function exit(code: number): void {
  // Not process.exit: what is still on its way to a pipe would be lost.
  process.exitCode = code
  tellParent({ exit: code })
}

function command(usage: string, description: string): Command {
  return furrow
    .command(usage)
    .description(description)
    .option('--debug', 'show the stack of an error')
}

function workers(): Option {
  return new Option('--workers <n>', 'lanes (default: as many as the machine has)').argParser(lanes)
}

function timeout(): Option {
  const text = 'engine scenes: seconds that a rollout may take, or percent of the median (300%)'
  return new Option('--timeout <limit>', text).argParser(timeLimit)
}

function memory(): Option {
  const text = 'engine scenes: megabytes that a lane may take (default: its part of half of all)'
  return new Option('--memory <mb>', text).argParser(megabytes)
}

function backend(): Option {
  const names = ['auto', 'js', 'wasm', 'gpu']
  return new Option('--backend <name>', 'what runs the scene').choices(names).default('auto')
}

function exact(): Option {
  return new Option('--exact', 'with --backend gpu: integers alone, f64 too; slower')
}

function lanes(text: string): number {
  const n = Number(text)
  if (/^\d+$/.test(text) && n >= 1 && n <= LANES_MAX) return n
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${LANES_MAX}.`)
}

function timeLimit(text: string): { seconds: number } | { percent: number } {
  const [, number, unit] = /^(\d*\.?\d+)(s|%)?$/.exec(text) ?? []
  const n = Number(number)
  if (unit === '%' && n > 100) return { percent: n }
  if (unit !== '%' && n > 0) return { seconds: n }
  throw new InvalidArgumentError('Expected seconds (90), or percent above 100 (300%).')
}

function megabytes(text: string): number {
  const n = Number(text)
  if (/^\d+$/.test(text) && n >= MEMORY_MIN_MB) return n
  throw new InvalidArgumentError(`Expected a whole number of megabytes, at least ${MEMORY_MIN_MB}.`)
}

function percent(text: string): number {
  const n = Number(text)
  if (/^\d*\.?\d+$/.test(text) && n <= 100) return n
  throw new InvalidArgumentError('Expected a number from 0 to 100.')
}
