import type { TextPlace } from './token.js'

/** Stops the reading of a YAML text; the message is that of the server's reader, with the line if it names one. */
export class YamlFault extends Error {
  /** The error without the line. */
  readonly problem: string
  readonly place: TextPlace
  constructor(problem: string, place: TextPlace, message = problem) {
    super(message)
    this.problem = problem
    this.place = { at: place.at, line: place.line }
  }
}

/** Makes an error of the scanner, which counts lines from 1 and omits the first. */
export const scannerFault = (place: TextPlace, problem: string): YamlFault =>
  new YamlFault(problem, place, place.line === 0 ? problem : `line ${place.line + 1}: ${problem}`)

/** Makes an error of the parser, which counts lines from 0 and omits the first. */
export const parserFault = (place: TextPlace, problem: string): YamlFault =>
  new YamlFault(problem, place, place.line === 0 ? problem : `line ${place.line}: ${problem}`)
