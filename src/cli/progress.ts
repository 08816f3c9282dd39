// How a run shows that it goes on: a bar on a terminal, a line now and then elsewhere, or JSON.

import { Presets, SingleBar } from 'cli-progress'
import { type Progress, progressLine } from '../report/summary.ts'
import { RateMeter } from './rate-meter.ts'

/** What a run reports of itself as it goes. Counts are rollouts of the whole run, resumed ones too. */
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
const BAR_WIDTH = 20

/** A bar on a terminal, else a line every five seconds; both on stderr, so that stdout is results. */
export function reporterFor(stream: NodeJS.WriteStream, options: ReporterOptions): Reporter {
  return stream.isTTY ? bar(stream, options) : lines(stream, options)
}

function bar(stream: NodeJS.WriteStream, options: ReporterOptions): Reporter {
  const { noun, total, done, failed } = options
  const meter = new RateMeter(done)
  let now: Progress = { noun, done, failed, total, perSecond: undefined }
  const shown = new SingleBar(
    {
      stream,
      clearOnComplete: true,
      hideCursor: null,
      gracefulExit: false,
      format: ({ barCompleteChar = '', barIncompleteChar = '' }, { progress, maxWidth }) => {
        const full = Math.floor(progress * BAR_WIDTH)
        const drawn = barCompleteChar.repeat(full) + barIncompleteChar.repeat(BAR_WIDTH - full)
        return `${drawn} ${progressLine(now)}`.slice(0, maxWidth - 1)
      },
      barCompleteChar: '#',
      barIncompleteChar: '.',
    },
    Presets.legacy,
  )
  shown.start(total, done)
  return {
    update(done, failed) {
      now = { noun, done, failed, total, perSecond: meter.at(done) }
      shown.update(done)
    },
    note(line) {
      stream.write(`\r\u001b[K${line}\n`)
    },
    end() {
      shown.stop()
    },
  }
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
      stream.write(`${line}\n`)
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
