import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBytes } from '../../src/base/json/json.js'
import { readPage } from '../../src/store/page.js'
import type { State } from '../../src/store/transaction.js'
import { type Store, createStore } from '../../src/store/store.js'
import { type Cursor, openCursor } from '../../src/store/watch.js'

const START = 10
const LIMIT = 4
const TABLES = ['t', 'u'] as const
// Around U+FFFF the order of bytes differs from that of UTF-16 code units.
const KEYS = ['a', 'a/b', 'a/c', 'ab', '10', '9', 'z', '\uff5e', '\u{1f600}']
const LAST = '\u{10ffff}'

type Write = { readonly table: (typeof TABLES)[number]; readonly key: string; readonly remove: boolean }
type Command =
  | { readonly type: 'write'; readonly writes: readonly Write[]; readonly fails: boolean }
  | { readonly type: 'snapshot' }
  | { readonly type: 'restore'; readonly which: number }
  | { readonly type: 'open'; readonly table: (typeof TABLES)[number]; readonly back: number }
  | { readonly type: 'read'; readonly which: number; readonly count: number }

const table = fc.constantFrom(...TABLES)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      writes: fc.array(fc.record({ table, key: fc.constantFrom(...KEYS), remove: fc.boolean() }), {
        minLength: 0,
        maxLength: 4,
      }),
      fails: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'snapshot' as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restore' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('open' as const), table, back: fc.integer({ min: -3, max: 8 }) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('read' as const), which: fc.nat(9), count: fc.nat(4) }) },
)

type Entries = ReadonlyMap<string, string>
type ModelChange = {
  readonly revision: number
  readonly key: string
  readonly prev: string | undefined
  readonly next: string | undefined
}
/** The model of a table: its state at the start, and all changes since. */
type ModelTable = { readonly first: Entries; readonly since: number; readonly changes: readonly ModelChange[] }
type Model = { revision: number; tables: Map<string, ModelTable>; epoch: number }
type ModelCursor = {
  readonly cursor: Cursor<string>
  readonly table: string
  readonly after: number
  readonly epoch: number
  position: number
  over: boolean
}

const modelTable = (model: Model, name: string): ModelTable => model.tables.get(name)!

function entriesAt({ first, changes }: ModelTable, revision: number): Entries {
  const entries = new Map(first)
  for (const { revision: at, key, next } of changes) {
    if (at > revision) break
    if (next === undefined) entries.delete(key)
    else entries.set(key, next)
  }
  return entries
}

const sorted = (entries: Entries) => [...entries].sort(([a], [b]) => compareBytes(a, b))
const floorOf = ({ since, changes }: ModelTable) => changes.at(-LIMIT - 1)?.revision ?? since

function readAll(store: Store<string>, name: string, revision?: number): [string, string][] | undefined {
  const found = revision === undefined ? store.state().tables.get(name) : store.stateAt(name, revision)
  if (revision !== undefined && !found) return undefined
  const entries: [string, string][] = []
  found?.forRange('', LAST, true, (key, value) => void entries.push([key, value]))
  return entries
}

function freshModel(): Model {
  return {
    revision: START,
    tables: new Map(TABLES.map((name) => [name, { first: new Map(), since: START, changes: [] }])),
    epoch: 0,
  }
}

// Results of the model and of the store must agree.
const agree = (got: unknown, want: unknown) => expect(got).toEqual(want)

function write(store: Store<string>, model: Model, { writes, fails }: Extract<Command, { type: 'write' }>): void {
  const tables = new Map(model.tables)
  let { revision } = model
  const run = () =>
    store.transact((transaction) => {
      for (const { table: name, key, remove } of writes) {
        const current = tables.get(name)!
        const prev = entriesAt(current, Infinity).get(key)
        expect(transaction.get(name, key)).toBe(prev)
        if (remove && prev === undefined) continue
        revision++
        const next = remove ? undefined : `${key}@${revision}`
        tables.set(name, { ...current, changes: [...current.changes, { revision, key, prev, next }] })
        if (remove) transaction.remove(name, key)
        else transaction.put(name, key, (given) => `${key}@${given}`)
      }
      if (fails) throw new Error('rolled back')
    }, 'cause')
  if (!fails) {
    run()
    Object.assign(model, { tables, revision })
    return
  }
  expect(run).toThrow('rolled back')
}

/** Checks that a cursor returns the next change at its position in the list of all changes. */
function expectNext(model: Model, reader: ModelCursor): void {
  const { cursor, table: name, after, epoch } = reader
  const got = cursor.next()
  if (reader.over || epoch !== model.epoch) {
    reader.over = true
    agree(got, 'expired')
    return
  }
  const { changes } = modelTable(model, name)
  const held = Math.max(0, changes.length - LIMIT)
  while (reader.position >= held && changes[reader.position] && changes[reader.position]!.revision <= after)
    reader.position++
  if (reader.position < held) {
    reader.over = true
    agree(got, 'expired')
    return
  }
  const want = changes[reader.position]
  if (!want) {
    agree([got, cursor.revision()], [undefined, Math.max(after, model.revision)])
    return
  }
  reader.position++
  expect(got).toMatchObject({ ...want, table: name, cause: 'cause' })
  expect(cursor.revision()).toBeGreaterThanOrEqual(want.revision)
}

function check(store: Store<string>, model: Model): void {
  expect(store.state().revision).toBe(model.revision)
  for (const name of TABLES) {
    const plain = modelTable(model, name)
    expect(readAll(store, name)).toEqual(sorted(entriesAt(plain, Infinity)))
    expect(store.log(name).floor()).toBe(floorOf(plain))
    for (let revision = START - 1; revision <= model.revision; revision++)
      expect(readAll(store, name, revision)).toEqual(
        revision < floorOf(plain) ? undefined : sorted(entriesAt(plain, revision)),
      )
  }
}

test('the store agrees with a plain list of changes', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const store = createStore<string>({ revision: START, limit: LIMIT })
      const model = freshModel()
      const snapshots: { readonly state: State<string>; readonly entries: ReadonlyMap<string, Entries> }[] = []
      const readers: ModelCursor[] = []
      for (const step of commands) {
        switch (step.type) {
          case 'write':
            write(store, model, step)
            break
          case 'snapshot':
            snapshots.push({
              state: store.state(),
              entries: new Map(TABLES.map((name) => [name, entriesAt(modelTable(model, name), Infinity)])),
            })
            break
          case 'restore': {
            const saved = snapshots[step.which % Math.max(1, snapshots.length)]
            if (!saved) break
            store.restore(saved.state)
            model.revision = Math.max(model.revision, saved.state.revision) + 1
            model.tables = new Map(
              TABLES.map((name) => [name, { first: saved.entries.get(name)!, since: model.revision, changes: [] }]),
            )
            model.epoch++
            break
          }
          case 'open': {
            const after = model.revision - step.back
            const cursor = openCursor(store, step.table, after)
            const plain = modelTable(model, step.table)
            agree(cursor === undefined, after < floorOf(plain))
            if (cursor)
              readers.push({
                cursor,
                table: step.table,
                after,
                epoch: model.epoch,
                position: plain.changes.filter(({ revision }) => revision <= after).length,
                over: false,
              })
            break
          }
          case 'read': {
            const reader = readers[step.which % Math.max(1, readers.length)]
            for (let i = 0; reader && i < step.count; i++) expectNext(model, reader)
          }
        }
        check(store, model)
      }
      // Each remaining reader sees every change once, or `expired`.
      for (const reader of readers) for (let i = 0; i <= LIMIT; i++) expectNext(model, reader)
    }),
    { numRuns: 300 },
  )
})

test('a store made from a state is independent', () => {
  expect.hasAssertions()
  const writes = fc.record({
    type: fc.constant('write' as const),
    writes: fc.array(fc.record({ table, key: fc.constantFrom(...KEYS), remove: fc.boolean() }), { maxLength: 5 }),
    fails: fc.constant(false),
  })
  fc.assert(
    fc.property(writes, writes, writes, (before, left, right) => {
      const store = createStore<string>({ revision: START, limit: LIMIT })
      const model = freshModel()
      write(store, model, before)
      const fork = createStore<string>({ revision: START, limit: LIMIT, from: store.state() })
      const forked: Model = {
        revision: model.revision,
        tables: new Map(
          TABLES.map((name) => [
            name,
            { first: entriesAt(modelTable(model, name), Infinity), since: model.revision, changes: [] },
          ]),
        ),
        epoch: 0,
      }
      write(store, model, left)
      write(fork, forked, right)
      check(store, model)
      check(fork, forked)
    }),
  )
})

test('the pages joined are the whole list, in byte order', () => {
  expect.hasAssertions()
  // Names are ASCII: other keys need no pages.
  const keys = fc.uniqueArray(
    fc
      .tuple(fc.constantFrom('a', 'b', 'a-b'), fc.constantFrom('x', 'y', '10', '9', 'x-y'))
      .map((parts) => parts.join('/')),
  )
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom('', 'a/', 'b/', 'a-b/'),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      (given, prefix, limit, choosy) => {
        const store = createStore<string>({ revision: START })
        store.transact((transaction) => {
          for (const key of given) transaction.put('t', key, () => key)
        })
        const matches = choosy ? (object: string) => object.includes('x') : undefined
        const want = given.filter((key) => key.startsWith(prefix) && (!matches || matches(key))).sort(compareBytes)
        const got: string[] = []
        const found = store.stateAt('t', store.state().revision)!
        let start = ''
        for (let pages = 0; pages <= given.length; pages++) {
          const { items, last } = readPage(found, { prefix, start, limit, matches })
          expect(items.length).toBeLessThanOrEqual(limit)
          got.push(...items)
          if (last === undefined) break
          start = `${last}\u0000`
        }
        expect(got).toEqual(want)
      },
    ),
  )
})
