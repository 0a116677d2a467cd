import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyNotes, noNotes, noteOf, notesOf, pairsOfNotes, setNote } from '../../../src/controllers/runtime/notes.js'

const LIMIT = 4096

test('beyond the limit the note that was set the longest ago is evicted, whatever its name', () => {
  const notes = noNotes()
  setNote(notes, '~kept', 0)
  for (let i = 0; i < LIMIT; i++) setNote(notes, `z-${LIMIT - i}`, i)
  // Set again, it is not the oldest any more.
  setNote(notes, `z-${LIMIT}`, 'again')
  setNote(notes, 'a', 'new')
  expect([`z-${LIMIT}`, `z-${LIMIT - 1}`, `z-${LIMIT - 2}`, 'a', '~kept'].map((name) => noteOf(notes, name))).toEqual([
    'again',
    undefined,
    2,
    'new',
    0,
  ])
  for (let i = 0; i < LIMIT - 1; i++) setNote(notes, `b-${i}`, i)
  expect([noteOf(notes, 'a'), noteOf(notes, `z-${LIMIT}`), noteOf(notes, '~kept')]).toEqual(['new', undefined, 0])
})

test('notes are what a list of the latest makes of them, also written and read again', () => {
  const writes = fc.array(fc.tuple(fc.integer({ min: 0, max: LIMIT + 50 }), fc.nat()), { maxLength: 300 })
  fc.assert(
    fc.property(writes, writes, (first, second) => {
      const notes = noNotes()
      const model = new Map<string, unknown>()
      const set = (name: string, value: unknown) => {
        setNote(notes, name, value)
        model.delete(name)
        model.set(name, value)
        const [oldest = ''] = model.keys()
        if (model.size > LIMIT) model.delete(oldest)
      }
      for (let i = 0; i < LIMIT; i++) set(`note ${i}`, i)
      for (const [i, value] of first) set(`note ${i}`, value)
      const before = copyNotes(notes)
      const then = [...model]
      for (const [i, value] of second) set(`note ${i}`, value)
      expect(pairsOfNotes(notes)).toEqual([...model])
      expect(pairsOfNotes(before)).toEqual(then)
      expect(pairsOfNotes(notesOf(then))).toEqual(then)
    }),
    { seed: 1, numRuns: 20 },
  )
})
