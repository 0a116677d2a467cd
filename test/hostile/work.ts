import { vi } from 'vitest'
import { Cursor } from '../../src/base/yaml/cursor.js'
import { readYaml } from '../../src/base/yaml/read.js'
import { yamlTextOf } from '../../src/base/yaml/text.js'

/** Counts the characters that the YAML reader looks at. */
export function charactersRead(text: string): number {
  const peek = vi.spyOn(Cursor.prototype, 'peek')
  try {
    readYaml(yamlTextOf(text))
    return peek.mock.calls.length
  } finally {
    peek.mockRestore()
  }
}
