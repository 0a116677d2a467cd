import type { BootstrapBody } from './body.js'

/** Reads objects of generated data, one per line. */
export const readJsonLines = <T extends BootstrapBody = BootstrapBody>(text: string): readonly T[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T) // as tools/generate wrote it
