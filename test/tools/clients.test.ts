import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '../../src/server/control/operations.js'
import { readApi } from '../../tools/clients/api.js'
import { clientFiles, pathOf } from '../../tools/clients/files.js'

test.each([...clientFiles()])('clients/%s is what npm run generate:clients writes', (file, text) => {
  expect(readFileSync(pathOf(file), 'utf8')).toBe(text)
})

describe('the API that clients are made of', () => {
  const { methods, structs } = readApi()

  test('has each operation of control', () => {
    expect(methods.map(({ verb, path }) => `${verb} ${path}`).sort()).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`).sort(),
    )
  })

  test('tells what has to be given, where, and what comes back', () => {
    expect(methods.find(({ name }) => name === 'forksCompare')).toMatchObject({
      fields: [
        { name: 'port', place: 'path', isRequired: true, type: { kind: 'integer' } },
        { name: 'than', place: 'query', isRequired: true },
      ],
      reply: { kind: 'items', of: { kind: 'struct', name: 'Difference' } },
    })
    expect(methods.find(({ name }) => name === 'forksClose')?.reply).toEqual({ kind: 'nothing' })
    expect(structs.filter(({ name }) => name === 'Moment')).toHaveLength(1)
  })
})
