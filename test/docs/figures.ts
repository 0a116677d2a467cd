import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reached, Shares } from '../conformance/shares.js'
import { thoseOf } from '../../src/model/registry/kubernetes-version.js'
import { root } from '../package/install.js'

/** What is compared with a real server, in words for users, and the runs of `shares.json` that it sums up. */
const GROUPS: readonly { readonly what: string; readonly runs: (name: string) => boolean }[] = [
  { what: 'replies for the twelve kinds of the specification', runs: (name) => name === 'stories' },
  { what: 'replies for all other kinds', runs: (name) => name === 'others' },
  { what: 'replies with feature gates switched on', runs: (name) => name === 'gates' },
  { what: 'what its controllers and leader elections do', runs: (name) => ['behaviours', 'elections'].includes(name) },
  {
    what: 'scenarios of workloads, every object after each step, beside a whole control plane',
    runs: (name) => name.startsWith('workloads'),
  },
  { what: 'what `kubectl` prints', runs: (name) => name.startsWith('kubectl') },
]

/** The official end-to-end specs that are run, and how many of them do not pass yet. */
export type Specs = { readonly all: number; readonly failing: number }

type Count = { readonly same: number; readonly all: number }

/** The tables of figures that documents show, by the name of their place. */
export function figureTables(shares: Shares, { all, failing }: Specs): Readonly<Record<string, string>> {
  const groups = GROUPS.map(({ what, runs }) => ({
    what,
    ...sum(
      Object.entries(shares)
        .filter(([name]) => runs(name))
        .map(([, reached]) => countOf(reached)),
    ),
  }))
  const specs = { what: 'official end-to-end specs of Kubernetes that need only the API and simulated nodes', all }
  const byGroup = table('Compared with a real v1.33 server', [...groups, { ...specs, same: all - failing }])
  const byList = table(
    'List',
    Object.entries(shares).map(([name, reached]) => ({ what: `\`${name}\``, ...countOf(reached) })),
  )
  return { 'by group': byGroup, 'by list': byList }
}

const sum = (counts: readonly Count[]): Count => ({
  same: counts.reduce((total, { same }) => total + same, 0),
  all: counts.reduce((total, count) => total + count.all, 0),
})

const countOf = ({ kind }: Reached): Count => sum(Object.values(kind))

function table(heading: string, rows: readonly (Count & { readonly what: string })[]): string {
  const lines = rows.map(
    ({ what, same, all }) => `| ${what} | ${number(same)} of ${number(all)} | ${share(same, all)} |`,
  )
  return [`| ${heading} | identical | |`, '| --- | --- | --- |', ...lines].join('\n')
}

const number = (count: number) => count.toLocaleString('en-US').replaceAll(',', ' ')

/** A percentage, rounded down, so that 100.0 % means all. */
const share = (same: number, all: number) => `${(Math.floor((1000 * same) / all) / 10).toFixed(1)} %`

const PLACE = /(<!-- figures: (?<name>[\w ]+) -->\n)[^]*?(\n?<!-- \/figures -->)/g

/** Fills the places for tables of figures in a document. */
export const withFigures = (document: string, tables: Readonly<Record<string, string>>): string =>
  document.replaceAll(PLACE, (_all, begin: string, name: string) => {
    const found = tables[name]
    if (found === undefined) throw new Error(`There are no figures "${name}": ${Object.keys(tables).join(', ')}`)
    return `${begin}\n${found}\n\n<!-- /figures -->`
  })

/** The documents with places for figures. */
export const FIGURED = ['README.md', 'docs/departures.md'] as const

/** Counts the official specs of v1.33 in `test/official`. */
export function countSpecs(): Specs {
  const read = (name: string) => readFileSync(join(root, 'test/official', name), 'utf8')
  // An object with a reason for each spec.
  const notYet = JSON.parse(read('not-yet.json')) as Readonly<Record<string, string>>
  const lines = read('specs.txt').split('\n')
  const specs = thoseOf(
    lines.filter((line) => line !== '' && !line.startsWith('# ')),
    '1.33',
  )
  return { all: specs.length, failing: Object.keys(notYet).length }
}
