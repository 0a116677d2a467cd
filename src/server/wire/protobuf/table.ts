import { splitApiVersion } from '../../../model/registry/type-meta.js'
import { oncePerVersion } from '../../../model/registry/kubernetes-version.js'
import type { Profile } from '../../../model/registry/profile.js'
import { namesOf } from '../../../model/registry/translate.js'
import { REPLY_STRUCTS } from '../../../model/generated/reply-structs.js'
import {
  type ScalarWord,
  type StructMember,
  type StructReader,
  type TypeWord,
  createStructReader,
  findNamedType,
  findStruct,
  isScalarWord,
} from '../../../model/registry/struct-lines.js'

/** The type of a field that is not a message; `json` stands for bytes that hold JSON. */
export type Scalar = 'string' | 'bytes' | 'json' | 'bool' | 'int32' | 'int64' | 'float64'

/** A field of a message. */
export type Field = {
  /** The JSON name; empty for an embedded message, whose fields take its place. */
  readonly name: string
  readonly type: Scalar | 'message'
  /** The name of the message, if the field is one. */
  readonly message: string
  readonly form: 'plain' | 'pointer' | 'list' | 'map'
  /** Whether the JSON has the field even if it is zero. */
  readonly shown: boolean
}

/** The fields of a message by number. */
export type Message = ReadonlyMap<number, Field>

/** The messages of a version of Kubernetes, with the field names of a profile. */
export type Messages = {
  /** Returns the message of a name (`core.v1.Pod`), if there is one. */
  readonly find: (name: string) => Message | undefined
  /** Returns the JSON name of a field, as the profile spells it. */
  readonly rename: (member: string) => string
}

/** Returns the messages of a profile, parsed at first use. */
export const messagesOf = (profile: Profile): Messages => ({
  find: finderOf(profile.version),
  rename: namesOf(profile).member,
})

const finderOf = oncePerVersion((version): Messages['find'] => {
  const replies = createStructReader(REPLY_STRUCTS, version)
  const types: StructReader = {
    findStruct: (name) => findStruct(name, version) ?? replies.findStruct(name),
    findNamedType: (name) => findNamedType(name, version) ?? replies.findNamedType(name),
  }
  const parsed = new Map<string, Message>()
  return (name) => {
    const known = parsed.get(name) ?? WELL_KNOWN.get(name)
    if (known) return known
    const message = name.startsWith(LIST)
      ? listMessage(name)
      : (structMessage(name, types) ?? kindListMessage(name, types))
    if (message) parsed.set(name, message)
    return message
  }
})

// A list inside a map is a message of its own, and so is the one list type that distinguishes empty from absent.
const LIST = 'list of '
const VERBS = 'meta.v1.Verbs'

const listMessage = (name: string): Message =>
  new Map([[1, field('items', 'list', { around: [], inside: name.slice(LIST.length) })]])

const structMessage = (name: string, types: StructReader): Message | undefined => {
  const struct = types.findStruct(name)
  return struct && new Map(struct.members.map((member) => fieldOfMember(member, types)))
}

/** Makes the list message of a kind; those of all kinds are alike. */
function kindListMessage(name: string, { findStruct }: StructReader): Message | undefined {
  const item = name.endsWith('List') ? name.slice(0, -'List'.length) : ''
  if (!findStruct(item)) return undefined
  return new Map([
    [1, field('metadata', 'plain', { around: [], inside: 'meta.v1.ListMeta' }, true)],
    [2, field('items', 'list', { around: [], inside: item }, true)],
  ])
}

const fieldOfMember = (
  { name, number, form: { written, type } }: StructMember,
  types: StructReader,
): readonly [number, Field] => {
  if (type.inside === VERBS) return [number, field(name, 'pointer', { around: ['list'], inside: 'string' }, true)]
  const {
    around: [outer, ...around],
    inside,
  } = resolve(type, types)
  const form = outer ?? (written === 'asGiven' || written === 'alwaysOrNull' ? 'pointer' : 'plain')
  const shown = written === 'always' || written === 'alwaysOrNull'
  return [number, field(name, form, { around, inside }, shown)]
}

function field(name: string, form: Field['form'], { around, inside }: TypeWord, shown = false): Field {
  const word = around.length > 0 ? `${LIST}${inside}` : isScalarWord(inside) ? WORDS[inside] : inside
  return isScalar(word)
    ? { name, type: word, message: '', form, shown }
    : { name, type: 'message', message: word, form, shown: shown || form === 'plain' }
}

/** Resolves named types to their wire types. */
function resolve({ around, inside }: TypeWord, types: StructReader): TypeWord {
  const named = isScalarWord(inside) ? undefined : types.findNamedType(inside)
  if (!named) return { around, inside }
  const { around: more, inside: innermost } = resolve(named.type, types)
  return { around: [...around, ...more], inside: innermost }
}

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

// Scalars of the schemas; some are messages on the wire.
const WORDS: { readonly [word in ScalarWord]: string } = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  float64: 'float64',
  bytes: 'bytes',
  time: 'meta.v1.Time',
  microTime: 'meta.v1.MicroTime',
  duration: 'meta.v1.Duration',
  quantity: 'api.resource.Quantity',
  intOrString: 'util.intstr.IntOrString',
  metadata: 'meta.v1.ObjectMeta',
  fields: 'meta.v1.FieldsV1',
  any: 'pkg.runtime.RawExtension',
  json: 'apiextensions.v1.JSON',
}

const part = (name: string, type: Scalar, form: Field['form'] = 'plain'): Field => ({
  name,
  type,
  message: '',
  form,
  shown: false,
})
const time: Message = new Map([
  [1, part('seconds', 'int64', 'pointer')],
  [2, part('nanos', 'int32', 'pointer')],
])

/** Messages of these scalars; special.ts converts their JSON. */
const WELL_KNOWN: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['meta.v1.Time', time],
  ['meta.v1.MicroTime', time],
  ['meta.v1.Duration', new Map([[1, part('duration', 'int64')]])],
  ['meta.v1.FieldsV1', new Map([[1, part('raw', 'json')]])],
  ['pkg.runtime.RawExtension', new Map([[1, part('raw', 'json')]])],
  ['apiextensions.v1.JSON', new Map([[1, part('raw', 'json')]])],
  ['api.resource.Quantity', new Map([[1, part('string', 'string')]])],
  [
    'util.intstr.IntOrString',
    new Map([
      [1, part('type', 'int64')],
      [2, part('intVal', 'int32')],
      [3, part('strVal', 'string')],
    ]),
  ],
])

// The types of replies, of all versions.
const replies = createStructReader(REPLY_STRUCTS)

/** Returns the name of the message for objects of a type. */
export function messageName(apiVersion: string, kind: string): string {
  const ofAll = `meta.v1.${kind}`
  if (kind === 'DeleteOptions' || (apiVersion === 'v1' && replies.findStruct(ofAll))) return ofAll
  const [group, version] = splitApiVersion(apiVersion)
  // Documents of discovery are the same in v2 and v2beta1.
  if (group === 'apidiscovery.k8s.io') return `apidiscovery.v2.${kind}`
  const name = `${group.split('.')[0] || 'core'}.${version}.${kind}`
  // PartialObjectMetadata of v1beta1 is that of v1 (`type PartialObjectMetadata = v1.PartialObjectMetadata`).
  return group === 'meta.k8s.io' && !replies.findStruct(name) ? ofAll : name
}
