import { charBytes } from '../../../base/bytes/utf8.js'
import type { Texts } from '../../shared/texts.js'
import { goJsonErrorOf } from '../../../base/go/encoding-json.js'
import { type Issue, invalid, required } from '../../../base/errors/issue.js'

type Rule = (data: Texts, annotations: Texts) => readonly Issue[]

const needs =
  (...keys: readonly string[]): Rule =>
  (data) =>
    keys.filter((key) => data[key] === undefined).map((key) => required(`data[${key}]`))

const json =
  (key: string): Rule =>
  (data) => {
    const value = data[key]
    if (value === undefined) return [required(`data[${key}]`)]
    const error = notAnObject(bytesOf(value))
    return error ? [invalid(`data[${key}]`, '<secret contents redacted>', error)] : []
  }

const ACCOUNT = 'kubernetes.io/service-account.name'

/** The validation rules of each type of Secret (ValidateSecret). */
const RULES: { readonly [type: string]: Rule } = {
  'kubernetes.io/service-account-token': (_, annotations) =>
    annotations[ACCOUNT] ? [] : [required(`metadata.annotations[${ACCOUNT}]`)],
  'kubernetes.io/dockercfg': json('.dockercfg'),
  'kubernetes.io/dockerconfigjson': json('.dockerconfigjson'),
  'kubernetes.io/basic-auth': (data, annotations) => {
    const missing = needs('username', 'password')(data, annotations)
    return missing.length === 2 ? missing : []
  },
  'kubernetes.io/ssh-auth': (data) => (data['ssh-privatekey'] ? [] : [required('data[ssh-privatekey]')]),
  'kubernetes.io/tls': needs('tls.crt', 'tls.key'),
}

/** Validates the data of a Secret for its type. */
export const validateType = (type: string, data: Texts, annotations: Texts): readonly Issue[] =>
  Object.hasOwn(RULES, type) ? RULES[type]!(data, annotations) : []

const bytesOf = (base64: string): Uint8Array => charBytes(atob(base64))

const GO_KINDS: { readonly [type: string]: string } = { boolean: 'bool', number: 'number', string: 'string' }

function notAnObject(bytes: Uint8Array): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined
    return `json: cannot unmarshal ${GO_KINDS[typeof value] ?? 'array'} into Go value of type map[string]interface {}`
  } catch {
    return goJsonErrorOf(bytes)
  }
}
