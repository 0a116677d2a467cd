import { splitApiVersion } from '../../base/api-version.js'
import { MESSAGES } from './messages.js'

/** What a field holds that is no message; `json` is bytes that hold JSON. */
export type Scalar = 'string' | 'bytes' | 'json' | 'bool' | 'int32' | 'int64' | 'float64'

/** A member of a message. */
export type Field = {
  /** The JSON member; empty where the message's own members stand in its place. */
  readonly name: string
  readonly type: Scalar | 'message'
  /** The message's name, where it is one. */
  readonly message: string
  readonly form: 'plain' | 'pointer' | 'list' | 'map'
  /** The JSON shows it even where it is zero. */
  readonly shown: boolean
}

/** The fields of a message by number. */
export type Message = ReadonlyMap<number, Field>

const SCALARS: readonly string[] = [
  'string',
  'bytes',
  'json',
  'bool',
  'int32',
  'int64',
  'float64',
] satisfies readonly Scalar[]
const isScalar = (type: string): type is Scalar => SCALARS.includes(type)

const FORMS: Readonly<Record<string, Field['form']>> = { '?': 'pointer', '*': 'list', '%': 'map' }

let lines: ReadonlyMap<string, string> | undefined
const parsed = new Map<string, Message>()

/** The message of that name, read when it is first asked for. */
export function messageOf(name: string): Message | undefined {
  const known = parsed.get(name)
  if (known) return known
  lines ??= new Map(
    MESSAGES.trim()
      .split('\n')
      .map((line) => [line.split(' ', 1)[0]!, line]),
  )
  const line = lines.get(name)
  if (line === undefined) return undefined
  const message: Message = new Map(
    [...line.matchAll(FIELD)].map(([, number, mark, shown, member, type]) => [
      Number(number),
      fieldOf(FORMS[mark!] ?? 'plain', shown === '!', member!, type!),
    ]),
  )
  parsed.set(name, message)
  return message
}

const FIELD = / (\d+)([?*%]?)(!?)([^: ]*):(\S+)/g

function fieldOf(form: Field['form'], shown: boolean, name: string, type: string): Field {
  return isScalar(type)
    ? { name, type, message: '', form, shown }
    : { name, type: 'message', message: type, form, shown: shown || form === 'plain' }
}

/** The name of the message an object of that type is written in. */
export function messageName(apiVersion: string, kind: string): string {
  if (kind === 'DeleteOptions') return 'meta.v1.DeleteOptions'
  const [group, version] = splitApiVersion(apiVersion)
  return `${group.split('.')[0] || 'core'}.${version}.${kind}`
}
