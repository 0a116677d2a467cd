import { describe, expect, test } from 'vitest'
import { componentsOf } from '../../../src/server/discovery/openapi/components.js'
import { v3 } from '../../../src/server/discovery/openapi/dialect.js'
import { STRUCTS } from '../../../src/model/generated/structs.js'
import { createStructReader, findNamedType, findStruct } from '../../../src/model/registry/struct-lines.js'
import {
  componentOf,
  membersOf,
  requiredOf,
  structNameOf,
  structOf,
} from '../../../src/model/registry/struct-schema.js'
import { type KubernetesVersion, kubernetesVersions } from '../../../src/model/registry/kubernetes-version.js'
import { kubernetesProfile } from '../../profiles.js'
import { type Message, messagesOf } from '../../../src/server/wire/protobuf/table.js'
import { readRecorded } from '../../conformance/recorded.js'
import { undescribed } from '../../server/discovery/openapi/documents.js'

type Component = { readonly properties?: object; readonly 'x-kubernetes-group-version-kind'?: unknown }

const components = ['facts/components.json.gz', 'facts/unserved-components.json.gz'].flatMap(
  (file) => Object.entries(readRecorded(file) as { readonly [component: string]: Component }), // as recorded
)

describe('the schema of a struct equals that of a real server:', () => {
  // List kinds and types of meta.v1 are made by the documents themselves; JSONSchemaProps and ControllerRevision hold
  // values that are not structs.
  const own = components.filter(([component, { properties }]) => {
    const struct = structNameOf(component)
    return properties && struct !== undefined && findStruct(struct, '1.33') && !NOT_ALONE.test(struct)
  })

  test('284 recorded ones are compared', () => expect(own.length).toBe(284))

  test.each(own)('%s', (component, { 'x-kubernetes-group-version-kind': _, ...recorded }) => {
    const schema = structOf(structNameOf(component) ?? '', undefined, '1.33')
    const written = componentsOf({ roots: [{ schema }], others: () => undefined }, v3, {
      components: () => DESCRIBED,
      parameters: {},
      connections: [],
      unions: {},
      version: '1.33',
    })
    expect(undescribed(JSON.parse(written.get(component) ?? ''))).toEqual(recorded)
  })
})

// A reference to a struct is written in another way if its field has a description, and each has one there.
const DESCRIBED = Object.assign(new Map<string, string>(), { get: () => '"described"' })

const NOT_ALONE = /^meta\.v1\.|\.JSONSchemaProps|\.ControllerRevision$/

type Field = { readonly number: string; readonly type: string; readonly json: string } & {
  readonly repeated?: true
  readonly pointer?: true
  readonly mapKey?: string
}

describe('a protobuf message has the fields of Go clients:', () => {
  const messages = readRecorded('facts/messages.json.gz') as {
    readonly [name: string]: { readonly [key: string]: Field }
  } // as extracted

  const { find } = messagesOf(kubernetesProfile)

  // Times, quantities and JSON have their own encodings.
  const plain = Object.entries(messages).filter(
    ([name]) => findStruct(name, '1.33') && !/\.JSONSchemaPropsOr/.test(name),
  )

  test('268 extracted ones are compared', () => expect(plain.length).toBe(268))

  test.each(plain)('%s', (name, fields) => {
    const wanted = Object.values(fields).map(({ number, type, json, ...how }) => [
      Number(number),
      { name: json, type: type.replace('wrapped ', ''), form: formOf(how) },
    ])
    expect(told(find(name))).toEqual(Object.fromEntries(wanted))
  })

  const formOf = ({ repeated, pointer, mapKey }: Omit<Field, 'number' | 'type' | 'json'>) =>
    mapKey ? 'map' : repeated ? 'list' : pointer ? 'pointer' : 'plain'
  const told = (message: Message | undefined) =>
    Object.fromEntries(
      [...(message ?? [])].map(([number, { name, type, message: inside, form }]) => [
        number,
        { name, type: type === 'message' ? inside : type, form },
      ]),
    )
})

test('names that are no structs of the API are not found', () => {
  expect(findStruct('core.v1.Podd')).toBeUndefined()
  expect(findStruct('core.v1.TaintEffect')).toBeUndefined()
  expect(findStruct('corev1')).toBeUndefined()
  expect(() => structOf('core.v1.Podd')).toThrow(new Error('there is no struct core.v1.Podd'))
  expect(structNameOf('com.example.v1.Pod')).toBeUndefined()
})

test('findNamedType gives the values or the element type of a named type', () => {
  expect(findNamedType('core.v1.TaintEffect')).toEqual({
    type: { around: [], inside: 'string' },
    values: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'],
  })
  expect(findNamedType('core.v1.ResourceList')).toEqual({
    type: { around: ['map'], inside: 'quantity', key: 'core.v1.ResourceName' },
  })
  expect(findNamedType('core.v1.Pod')).toBeUndefined()
})

test('membersOf and requiredOf leave out TypeMeta and metadata', () => {
  expect(Object.keys(membersOf('core.v1.ConfigMap'))).toEqual(['immutable', 'data', 'binaryData'])
  expect(requiredOf('core.v1.Binding')).toEqual(['target'])
  expect(requiredOf('core.v1.Pod')).toEqual([])
})

test('an inlined struct contributes its fields', () => {
  expect(Object.keys(structOf('networking.v1.IngressRule').properties ?? {})).toEqual(['host', 'http'])
})

test.each(['core.v1.Pod', 'meta.v1.Condition', 'apiextensions.v1.ValidationRule', 'apiregistration.v1.APIService'])(
  '%s is found by its OpenAPI component',
  (name) => expect(structNameOf(componentOf(name))).toBe(name),
)

test('empty fields are emitted, kept or omitted as by Go', () => {
  const { properties = {} } = structOf('core.v1.TypedLocalObjectReference')
  expect(properties['apiGroup']).toMatchObject({ empty: 'emit', nullable: true })
  expect(structOf('core.v1.Taint').properties).toMatchObject({
    key: { empty: 'emit' },
    effect: { empty: 'emit', component: 'v1.TaintEffect' },
    timeAdded: { empty: 'keep' },
  })
})

describe('of the versions of Kubernetes', () => {
  const podMembers = (version?: KubernetesVersion) =>
    Object.keys(structOf('core.v1.PodSpec', undefined, version).properties ?? {})
  const has = (version: KubernetesVersion, member: string) => podMembers(version).includes(member)

  test('each has the members and values that it knows', () => {
    expect(kubernetesVersions.filter((version) => !has(version, 'hostnameOverride'))).toEqual(['1.33'])
    expect(kubernetesVersions.filter((version) => has(version, 'workloadRef'))).toEqual(['1.35'])
    const operators = (version: KubernetesVersion) => findNamedType('core.v1.TolerationOperator', version)?.values
    expect(operators('1.34')).toEqual(['Equal', 'Exists'])
    expect(operators('1.35')).toEqual(['Equal', 'Exists', 'Gt', 'Lt'])
    expect(findStruct('core.v1.FileKeySelector', '1.33')).toBeUndefined()
    expect(findStruct('core.v1.FileKeySelector', '1.34')).toBeDefined()
  })

  test('the members of all are those of each', () => {
    const all = podMembers()
    for (const version of kubernetesVersions) expect(all).toEqual(expect.arrayContaining(podMembers(version)))
  })

  test('a struct may be one value since a version', () => {
    const table = { 'shop.v1': 'Door >35:^ <36:colour width:int32' }
    const doorOf = (version?: KubernetesVersion) => createStructReader(table, version).findStruct('shop.v1.Door')
    const namesOf = (version?: KubernetesVersion) => doorOf(version)?.members.map(({ name }) => name)
    expect(doorOf('1.34')).toMatchObject({ isAtomic: false })
    expect(doorOf('1.35')).toMatchObject({ isAtomic: true, isObject: false })
    expect(namesOf('1.35')).toEqual(['colour', 'width'])
    expect(namesOf('1.36')).toEqual(['width'])
    expect(doorOf()).toMatchObject({ isAtomic: true })
  })

  test('kinds of a version share the schema of a struct, and those of another have another', () => {
    const taken = (version: KubernetesVersion) => structOf('core.v1.Pod', undefined, version)
    expect(taken('1.33')).toBe(taken('1.33'))
    expect(taken('1.33')).not.toBe(taken('1.37'))
  })

  test('a number of a member is the same wherever it is told or follows', () => {
    const numbers = (version: KubernetesVersion) =>
      Object.fromEntries(
        findStruct('core.v1.PodStatus', version)?.members.map(({ name, number }) => [name, number]) ?? [],
      )
    expect(numbers('1.33')).toMatchObject({ resourceClaimStatuses: 15, resize: 14, observedGeneration: 17 })
    expect(numbers('1.37')).toMatchObject({ ...numbers('1.33'), nodeAllocatableResourceClaimStatuses: 21 })
  })
})

test('no two members of a struct share a number, in whichever versions they are', () => {
  const structs = Object.entries(STRUCTS).flatMap(([home, text]) =>
    [...text.matchAll(/^(?:[<>]\d+)*:?([A-Z]\w*)/gm)].map(([, name]) => `${home}.${name}`),
  )
  const shared = structs.filter((name) => {
    const numbers = findStruct(name)?.members.map(({ number }) => number) ?? []
    return new Set(numbers).size < numbers.length
  })
  expect(shared).toEqual([])
})
