import { requestUriFault } from '../../base/go/url.js'
import {
  labelValue,
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  maskTrailingDash,
  qualifiedName,
} from '../../base/rules/names.js'
import { stringFormat } from '../../schema/string-format.js'
import { Optional } from '../run/optional.js'

type Rule = (text: string) => readonly string[]

class NamedFormat {
  readonly typeName = 'kubernetes.NamedFormat'
  readonly rule: Rule
  /** The length of its pattern, for cost calculation. */
  readonly patternSize: number
  constructor(rule: Rule, patternSize: number) {
    this.rule = rule
    this.patternSize = patternSize
  }
  sameAs(other: unknown): boolean {
    return this === other
  }
}

const prefix =
  (rule: Rule): Rule =>
  (text) =>
    rule(maskTrailingDash(text))
const format =
  (name: string, fault: string): Rule =>
  (text) =>
    stringFormat(name)?.(text) ? [] : [fault]

// k8s.io/apiserver: library.ConstantFormats.
const FORMATS: ReadonlyMap<string, NamedFormat> = new Map([
  ['dns1123Label', new NamedFormat(dns1123Label, 30)],
  ['dns1123Subdomain', new NamedFormat(dns1123Subdomain, 60)],
  ['dns1035Label', new NamedFormat(dns1035Label, 30)],
  ['qualifiedName', new NamedFormat(qualifiedName, 60)],
  ['dns1123LabelPrefix', new NamedFormat(prefix(dns1123Label), 30)],
  ['dns1123SubdomainPrefix', new NamedFormat(prefix(dns1123Subdomain), 60)],
  ['dns1035LabelPrefix', new NamedFormat(prefix(dns1035Label), 30)],
  ['labelValue', new NamedFormat(labelValue, 40)],
  ['uri', new NamedFormat((text) => [requestUriFault(text)].filter((fault) => fault !== undefined), 1103)],
  ['uuid', new NamedFormat(format('uuid', 'does not match the UUID format'), 70)],
  ['byte', new NamedFormat(format('byte', 'invalid base64'), 84)],
  ['date', new NamedFormat(format('date', 'invalid date'), 71)],
  ['datetime', new NamedFormat(format('datetime', 'invalid datetime'), 71)],
])

/** The names of the formats. */
export const FORMAT_NAMES: Iterable<string> = [...FORMATS.keys()]

type Run = (...values: readonly unknown[]) => unknown

/** The functions on named formats: `format.dns1123Label().validate("a")`. */
export const FORMAT_FUNCTIONS: { readonly [name: string]: Run } = {
  ...Object.fromEntries([...FORMATS].map(([name, found]): [string, Run] => [`format.${name}`, () => found])),
  'format.named': (name) => (typeof name === 'string' ? new Optional(FORMATS.get(name)) : undefined),
  validate(found, text) {
    if (!(found instanceof NamedFormat) || typeof text !== 'string') return undefined
    const messages = found.rule(text)
    return messages.length === 0 ? Optional.none : new Optional([...messages])
  },
}
