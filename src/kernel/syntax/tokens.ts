// The words, numbers and signs of a text, one at a time; what scenes seldom have is UNUSUAL.

export const KIND = { name: 0, number: 1, string: 2, sign: 3, end: 4 } as const

/** Thrown where a text is beyond the quick parser; acorn reads it then. */
export const UNUSUAL = new Error('acorn is to read this text')

/** Every beginning of a sign is a sign as well. */
const SIGNS = new Set(
  (
    '( ) [ ] { } , ; : . ? ~ + - * / % < > = ! & | ^ ++ -- += -= ** *= **= /= %= << <<= <= ' +
    '>> >>= >>> >>>= >= => == === != !== && &&= || ||= &= |= ^='
  ).split(' '),
)
const LONGEST_SIGN = 4

const isDigit = (c: number) => c >= 48 && c <= 57
const isHexDigit = (c: number) => isDigit(c) || ((c | 32) >= 97 && (c | 32) <= 102)
/** Letters, `_` and `$`; others make a text unusual. */
const isLetter = (c: number) => ((c | 32) >= 97 && (c | 32) <= 122) || c === 95 || c === 36
const isLineEnd = (c: number) => c === 10 || c === 13

export class Tokens {
  readonly text: string
  /** The token at hand: what it is, its text, and where it lies. */
  kind: number = KIND.end
  word = ''
  start = 0
  end = 0
  /** Where the token before it ended, and whether a line ended since. */
  lastEnd = 0
  afterLine = false

  constructor(text: string) {
    this.text = text
    this.next()
  }

  next(): void {
    const { text } = this
    this.lastEnd = this.end
    this.afterLine = false
    const start = this.#skip(this.end)
    this.start = start
    const c = text.charCodeAt(start)
    let end = start
    if (start >= text.length) this.kind = KIND.end
    else if (isLetter(c)) {
      this.kind = KIND.name
      do end++
      while (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))
    } else if (isDigit(c) || (c === 46 && isDigit(text.charCodeAt(start + 1)))) {
      this.kind = KIND.number
      end = this.#number(start)
    } else if (c === 34 || c === 39) {
      this.kind = KIND.string
      end = this.#string(start, c)
    } else {
      this.kind = KIND.sign
      const limit = Math.min(start + LONGEST_SIGN, text.length)
      while (end < limit && SIGNS.has(text.slice(start, end + 1))) end++
      if (end === start) throw UNUSUAL
    }
    this.end = end
    this.word = text.slice(start, end)
  }

  /** Past white space and comments. */
  #skip(from: number): number {
    const { text } = this
    let at = from
    for (;;) {
      const c = text.charCodeAt(at)
      if (c === 32 || c === 9) at++
      else if (isLineEnd(c)) {
        this.afterLine = true
        at++
      } else if (c === 47 && text.charCodeAt(at + 1) === 47) at = this.#skipLine(at + 2)
      else if (c === 47 && text.charCodeAt(at + 1) === 42) at = this.#skipComment(at + 2)
      else return at
    }
  }

  #skipLine(from: number): number {
    let at = from
    while (at < this.text.length && !isLineEnd(this.#inComment(at))) at++
    return at
  }

  #skipComment(from: number): number {
    const close = this.text.indexOf('*/', from)
    for (let at = from; at < close; at++) {
      if (isLineEnd(this.#inComment(at))) this.afterLine = true
    }
    return close + 2
  }

  #inComment(at: number): number {
    const c = this.text.charCodeAt(at)
    if (c === 0x2028 || c === 0x2029) throw UNUSUAL
    return c
  }

  #number(from: number): number {
    const { text } = this
    const first = text.charCodeAt(from)
    const second = text.charCodeAt(from + 1)
    let at = from
    if (first === 48 && (second | 32) === 120) {
      at += 2
      while (isHexDigit(text.charCodeAt(at))) at++
    } else {
      if (first === 48 && isDigit(second)) throw UNUSUAL
      at = this.#digits(at)
      if (text.charCodeAt(at) === 46) at = this.#digits(at + 1)
      if ((text.charCodeAt(at) | 32) === 101) {
        const sign = text.charCodeAt(at + 1)
        at = this.#digits(at + (sign === 43 || sign === 45 ? 2 : 1))
      }
    }
    // 1_000 and 1n.
    if (isLetter(text.charCodeAt(at))) throw UNUSUAL
    return at
  }

  #digits(from: number): number {
    let at = from
    while (isDigit(this.text.charCodeAt(at))) at++
    return at
  }

  #string(from: number, quote: number): number {
    const { text } = this
    for (let at = from + 1; at < text.length; at++) {
      const c = text.charCodeAt(at)
      if (c === quote) return at + 1
      if (c === 92 || c > 126) throw UNUSUAL
    }
    throw UNUSUAL
  }

  is(sign: string): boolean {
    return this.word === sign && this.kind === KIND.sign
  }

  eat(sign: string): boolean {
    if (!this.is(sign)) return false
    this.next()
    return true
  }

  expect(sign: string): void {
    if (!this.eat(sign)) throw UNUSUAL
  }
}
