/** The outcome of a spec. */
export type Outcome = {
  /** The status of Ginkgo: `passed`, `failed`, `skipped`, `timedout`, `interrupted` or `panicked`. */
  readonly status: string
  readonly seconds: number
  /** The failure and the output of the spec; empty if it passed. */
  readonly log: string
}

/** Parses Ginkgo's JUnit report: the outcome of each spec that ran, by its full name without the labels at the end. */
export function parseReport(xml: string): ReadonlyMap<string, Outcome> {
  const cases = [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)]
  return new Map(
    cases.flatMap(([, attributes = '', body = '']) => {
      const name = attribute(attributes, 'name')
      const status = attribute(attributes, 'status')
      if (!name.startsWith('[It] ') || status === 'skipped') return []
      const log = status === 'passed' ? '' : unescape(body.replaceAll(/<[^>]*>/g, '\n'))
      return [
        [withoutLabels(name.slice('[It] '.length)), { status, seconds: Number(attribute(attributes, 'time')), log }],
      ]
    }),
  )
}

/** Removes the labels in brackets from the end of a spec's name. */
export const withoutLabels = (name: string): string => name.replace(/( \[[^\]]+\])+$/, '')

const attribute = (attributes: string, name: string) =>
  unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const ENTITIES: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescape = (text: string) =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    return ENTITIES[name] ?? whole
  })
