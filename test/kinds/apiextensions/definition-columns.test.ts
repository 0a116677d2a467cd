import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import { OBJECTS, definitionOf, post } from './things.js'

const ANY = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const spec = {
  list: [{ b: '<', a: 1 }, { a: 2 }],
  none: null,
  million: 1_000_000,
  half: 12345678.5,
  flag: true,
  when: '2024-01-01T00:00:00.5+01:00',
  text: 'soon',
  blank: '',
}

/** Returns the cells of a new object of a kind with these columns, after its name; and the names of the columns. */
async function row(...columns: readonly (readonly [type: string, jsonPath: string])[]) {
  const additionalPrinterColumns = columns.map(([type, jsonPath], i) => ({ name: `C${i}`, type, jsonPath }))
  const schema = { type: 'object', properties: { spec: ANY } }
  const crds = [definitionOf(schema, { additionalPrinterColumns })]
  const cluster = createCluster({ clock: 'virtual', start: '2024-01-02T00:00:00Z', controllers: 'none', crds })
  await post(cluster, OBJECTS, { apiVersion: 'shop.io/v1', kind: 'Thing', metadata: { name: 'a' }, spec })
  const reply = await cluster.fetch(`${OBJECTS}/a`, {
    headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
  })
  const table = (await reply.json()) as {
    readonly columnDefinitions: readonly { readonly name: string }[]
    readonly rows: readonly { readonly cells: readonly unknown[] }[]
  }
  return { names: table.columnDefinitions.slice(1).map(({ name }) => name), cells: table.rows[0]?.cells.slice(1) }
}

test.each<readonly [type: string, path: string, cell: unknown]>([
  ['string', '.spec.list[0]', '{"a":1,"b":"\\u003c"}'],
  ['string', '.spec.list[-1:].a', '2'],
  ['integer', '.spec.list[?(@.a>=2)].a', 2],
  ['string', '.spec..b', '<'],
  ['string', '.spec.none', '<no value>'],
  ['integer', '.spec.none', null],
  ['date', '.spec.none', null],
  ['string', '.spec.missing', null],
  ['string', '.spec.list[5]', null],
  ['string', '.spec.million', '1000000'],
  ['string', '.spec.half', '1.23456785e+07'],
  ['integer', '.spec.half', 12345678],
  ['number', '.spec.half', 12345678.5],
  ['boolean', '.spec.flag', true],
  ['boolean', '.spec.text', null],
  ['date', '.spec.when', '24h'],
  ['date', '.spec.text', '<invalid>'],
  ['date', '.spec.blank', '<unknown>'],
  ['date', '.spec.million', null],
])('a column of type %s shows %s as %j', async (type, path, cell) => {
  expect((await row([type, path])).cells).toEqual([cell])
})

test('a path that is no JSONPath loses its column and those after it', async () => {
  const all = await row(['string', '.spec.text'], ['string', '.spec['], ['string', '.spec.flag'])
  expect(all).toEqual({ names: ['C0'], cells: ['soon'] })
  expect(await row(['string', '.spec['])).toEqual({ names: [], cells: [] })
})
