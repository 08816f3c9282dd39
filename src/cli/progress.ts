// How a run shows that it goes on: a bar on a terminal, a line now and then elsewhere, or JSON.

import { SingleBar } from 'cli-progress'
import { noteLines, type Progress, progressBar, progressLine } from '../report/progress.ts'
import { RateMeter } from './rate-meter.ts'

/** What a run reports of itself as it goes. Counts are of the whole run, resumed ones too. */
export interface Reporter {
  update(done: number, failed: number): void
  /** A line for the user beside the progress. */
  note(line: string): void
  end(): void
}

export interface ReporterOptions {
  readonly noun: Progress['noun']
  readonly total: number
  /** Rollouts that earlier runs had recorded, and how many of them failed. */
  readonly done: number
  readonly failed: number
}

const LINE_EVERY_MS = 5_000
const EVENT_EVERY_MS = 1_000

/** A bar on a terminal, else a line every five seconds; both on stderr: stdout is for results. */
export function reporterFor(stream: NodeJS.WriteStream, options: ReporterOptions): Reporter {
  return stream.isTTY ? bar(stream, options) : lines(stream, options)
}

function bar(stream: NodeJS.WriteStream, options: ReporterOptions): Reporter {
  const { noun, total, done, failed } = options
  const meter = new RateMeter(done)
  let now: Progress = { noun, done, failed, total, perSecond: undefined }
  const shown = new SingleBar({
    stream: withoutSaving(stream),
    clearOnComplete: true,
    hideCursor: null,
    linewrap: true,
    gracefulExit: false,
    format: (_, { maxWidth }) => progressBar(now, maxWidth - 1),
  })
  shown.start(total, done)
  return {
    update(done, failed) {
      now = { noun, done, failed, total, perSecond: meter.at(done) }
      shown.update(done)
    },
    note(line) {
      const lines = noteLines(line, stream.columns || 80)
      stream.write(`\r\u001b[K${lines.join('\n')}\n`)
    },
    end() {
      shown.stop()
    },
  }
}

/**
 * The package saves the cursor's place at the start and goes back there at the end: over the notes
 * that were written meanwhile, or to a wrong line where the terminal has scrolled.
 */
function withoutSaving(stream: NodeJS.WriteStream): NodeJS.WritableStream {
  const held: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): boolean } = {
    isTTY: true,
    get columns() {
      return stream.columns
    },
    write: (text) => text === '\u001b7' || text === '\u001b8' || stream.write(text),
  }
  return held as unknown as NodeJS.WritableStream
}

function lines(stream: NodeJS.WriteStream, options: ReporterOptions): Reporter {
  const { noun, total, done, failed } = options
  const meter = new RateMeter(done)
  let now: Progress = { noun, done, failed, total, perSecond: undefined }
  const timer = setInterval(() => stream.write(`${progressLine(now)}\n`), LINE_EVERY_MS)
  timer.unref()
  return {
    update(done, failed) {
      now = { noun, done, failed, total, perSecond: meter.at(done) }
    },
    note(line) {
      stream.write(`${noteLines(line).join('\n')}\n`)
    },
    end() {
      clearInterval(timer)
    },
  }
}

/** One JSON object a line: a `progress` event a second, and a `note` for what is said beside it. */
export function jsonReporter(
  emit: (event: object) => void,
  { noun, total, done, failed }: ReporterOptions,
): Reporter {
  const meter = new RateMeter(done)
  let now: Progress = { noun, done, failed, total, perSecond: undefined }
  const tell = () => {
    const { total, done, failed, perSecond = null } = now
    emit({ event: 'progress', total, done, failed, perSecond })
  }
  const timer = setInterval(tell, EVENT_EVERY_MS)
  timer.unref()
  return {
    update(done, failed) {
      now = { noun, done, failed, total, perSecond: meter.at(done) }
    },
    note(text) {
      emit({ event: 'note', text })
    },
    end() {
      clearInterval(timer)
      tell()
    },
  }
}
