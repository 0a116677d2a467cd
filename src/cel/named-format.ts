import type { Environment } from '@marcbachmann/cel-js'
import { requestUriFault } from '../base/go-url.js'
import { labelValue } from '../base/rules/labels.js'
import { dns1035Label, dns1123Label, dns1123Subdomain, maskTrailingDash, qualifiedName } from '../base/rules/names.js'
import { stringFormat } from '../schema/string-format.js'
import type { Library } from './cel-js.js'
import { registerNamespace } from './namespace.js'

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

/** Adds the named formats of a server: `format.dns1123Label().validate("a")`. */
export function registerNamedFormats(env: Environment, { Optional }: Library): void {
  const TYPE = 'kubernetes.NamedFormat'
  env.registerType(TYPE, { ctor: NamedFormat, fields: {} })
  registerNamespace(env, 'format')
  for (const [name, found] of FORMATS) env.registerFunction(`format.${name}(): ${TYPE}`, () => found)
  env.registerFunction(`format.named(string): optional<${TYPE}>`, (_: unknown, name: string) =>
    Optional.of(FORMATS.get(name)),
  )
  env.registerFunction(`${TYPE}.validate(string): optional<list<string>>`, ({ rule }: NamedFormat, text: string) => {
    const messages = rule(text)
    return messages.length === 0 ? Optional.none() : Optional.of([...messages])
  })
}
