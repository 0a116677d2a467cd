import { describe, expect, test } from 'vitest'
import { storageVersionHashes as hashesOfServer } from '../../src/server/discovery/documents.js'
import type { GoTypes } from '../../tools/generate/go-types.js'
import type { Inputs } from '../../tools/generate/inputs.js'
import { internalLines } from '../../tools/generate/internals.js'
import { bootstrapFiles } from '../../tools/generate/bootstrap.js'
import type { BootstrapObjects } from '../../tools/generate/bootstrap-types.js'
import { goNamesFile } from '../../tools/generate/go-names.js'
import { readPriorities } from '../../tools/generate/priorities.js'
import { preferredKinds, readKinds, storageVersionHash, storageVersionHashes } from '../../tools/generate/kinds.js'
import {
  type KubernetesVersion,
  atLeast,
  kubernetesVersions,
  newestVersion,
} from '../../src/model/registry/kubernetes-version.js'
import { outputs } from '../../tools/generate/outputs.js'
import { createLineWriter } from '../../tools/generate/structs.js'

const text = { kind: 'string' } as const
const named = (name: string) => ({ kind: 'struct', name }) as const

/** A small API: shops in two versions, with an embedded struct `Door` and tags. */
const go: GoTypes = {
  packages: {
    'shop.v1': 'io.k8s.api.shop.v1',
    'shop.v1beta1': 'io.k8s.api.shop.v1beta1',
    'meta.v1': 'io.k8s.apimachinery.pkg.apis.meta.v1',
  },
  named: { 'shop.v1.Colour': text },
  structs: {
    'shop.v1.Shop': [
      { name: 'TypeMeta', json: '', type: named('meta.v1.TypeMeta') },
      { name: 'Metadata', json: 'metadata', omits: true, number: '1', type: named('meta.v1.ObjectMeta') },
      { name: 'Spec', json: 'spec', omits: true, number: '2', type: named('shop.v1.ShopSpec') },
    ],
    'shop.v1.ShopSpec': [
      { name: 'Name', json: 'name', number: '1', type: text },
      { name: 'Door', json: '', number: '5', type: named('shop.v1.Door') },
      { name: 'Tags', json: 'tags', omits: true, number: '3', type: { kind: 'slice', item: text }, strategy: 'merge' },
      { name: 'Open', json: 'open', omits: true, number: '4', type: { kind: 'pointer', item: { kind: 'bool' } } },
      { name: 'Opened', json: 'opened', number: '6', type: { kind: 'pointer', item: named('meta.v1.Time') } },
    ],
    'shop.v1.Door': [
      { name: 'Colour', json: 'colour', omits: true, number: '1', type: { kind: 'string', name: 'shop.v1.Colour' } },
    ],
    'shop.v1beta1.Shop': [
      { name: 'TypeMeta', json: '', type: named('meta.v1.TypeMeta') },
      { name: 'Spec', json: 'spec', omits: true, number: '2', type: named('shop.v1.ShopSpec') },
    ],
    'meta.v1.TypeMeta': [],
    'meta.v1.ObjectMeta': [{ name: 'Name', json: 'name', omits: true, number: '1', type: text }],
    'meta.v1.Time': [],
  },
}

const gvk = (version: string) => ({ group: 'shop.k8s.io', version, kind: 'Shop' })
const collection = (version: string) => `/apis/shop.k8s.io/${version}/namespaces/{namespace}/shops`

const common = {
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
}
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'clerk' }
const bootstrap: BootstrapObjects = {
  ClusterRole: [{ metadata: { name: 'owner', ...common }, rules: [{ verbs: ['*'], nonResourceURLs: ['/till'] }] }],
  ClusterRoleBinding: [],
  Role: [
    {
      metadata: { name: 'clerk', namespace: 'shop', ...common, labels: { ...common.labels, open: 'yes' } },
      rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['tills'], resourceNames: ['first'] }],
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { sells: 'yes' } }] },
    },
  ],
  RoleBinding: [
    {
      metadata: { name: 'clerks', namespace: 'shop', ...common },
      roleRef,
      subjects: [
        { kind: 'User', apiGroup: roleRef.apiGroup, name: 'anna' },
        { kind: 'ServiceAccount', namespace: 'shop', name: 'bot' },
      ],
    },
  ],
  FlowSchema: [],
  PriorityLevelConfiguration: [],
  PriorityClass: [{ metadata: { name: 'first' } }],
}

const inputs: Inputs = {
  go,
  bootstrap,
  internals: {
    'shop.Colour': { of: 'string', stringer: 'value' },
    'shop.Amount': { equal: true },
    'shop.Shop': {
      fields: [
        ['Name', 'name', 'string', ''],
        ['Spec', '', 'shop.Spec', '-'],
      ],
    },
  },
  priorities: [
    '{Group: "shop", Version: "v1"}: {Group: 1, Version: 2},',
    '{Group: "shop", Version: "v1"}:  {Group: 3, Version: 4},',
  ],
  gates: { Shops: { stage: 'ALPHA' } },
  columnFields: ['shop.v1.ShopSpec.name'],
  components: {
    'io.k8s.api.shop.v1.Shop': { 'x-kubernetes-group-version-kind': [gvk('v1')] },
    'io.k8s.api.shop.v1beta1.Shop': { 'x-kubernetes-group-version-kind': [gvk('v1beta1')] },
    'io.k8s.api.shop.v1.ShopSpec': {
      required: ['name'],
      properties: {
        name: { default: '', description: 'The `name` of the shop.' },
        tags: { 'x-kubernetes-list-type': 'set' },
        open: { default: false },
        colour: { default: 'red' },
      },
    },
  },
  storage: '',
  paths: {
    [collection('v1')]: { post: { 'x-kubernetes-group-version-kind': gvk('v1') } },
    [`${collection('v1')}/{name}`]: { put: { 'x-kubernetes-group-version-kind': gvk('v1') } },
    [collection('v1beta1')]: { post: { 'x-kubernetes-group-version-kind': gvk('v1beta1') } },
  },
  definitions: `func schema_k8sio_api_shop_v1_Door(ref common.ReferenceCallback) common.OpenAPIDefinition {
\t\t\t\t\t"colour": {
\t\t\t\t\t\tSchemaProps: spec.SchemaProps{
\t\t\t\t\t\t\tEnum: []interface{}{"green", "red"},
`,
}

/** All versions, alike. */
const inAll = (of: Inputs) => new Map(kubernetesVersions.map((version) => [version, of]))

const outputsOf = (of: Inputs) => outputs(inAll(of), ['Shops'])

describe('the line of a struct', () => {
  const lineOf = createLineWriter(inAll(inputs))

  test.each([
    ['shop.v1.Shop', 'Shop# metadata!:metadata spec!:ShopSpec'],
    ['shop.v1.ShopSpec', 'ShopSpec name!* 5!:Door 3tags:[]string@set+ open?:bool=false 6opened!?:time'],
    ['shop.v1.Door', 'Door colour:Colour=red'],
    ['shop.v1.Colour', 'Colour=string{green,red}'],
    ['shop.v1beta1.Shop', 'Shop# 2spec!:shop.v1.ShopSpec'],
  ])('%s', (name, line) => expect(lineOf(name)).toBe(line))

  test('is refused for enum values of a type without a name', () => {
    const structs = { ...go.structs, 'shop.v1.Door': [{ name: 'Colour', json: 'colour', type: text }] }
    expect(() => createLineWriter(inAll({ ...inputs, go: { ...go, structs } }))).toThrow(
      'shop.v1.Door.colour has values and its type has no name',
    )
  })
})

describe('generated files:', () => {
  const files = outputsOf(inputs)

  test('types are read-only, and optional where the OpenAPI documents do not require a field', () => {
    expect(files.get('types/shop-v1.ts')).toContain(`import type { ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type Colour = 'green' | 'red' | (string & {})
export type Door = {
  readonly colour?: Colour
}
export type Shop = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ShopSpec
}
export type ShopSpec = {
  readonly name: string
  readonly colour?: Colour
  readonly tags?: string[]
  readonly open?: boolean
  readonly opened?: Time
}`)
  })

  test('versions whose kinds are not served are left out', () => {
    expect(files.get('structs.ts')).toContain("  'shop.v1': `\nColour=string{green,red}\nDoor colour:Colour=red\n")
    expect(files.get('structs.ts')).not.toContain('shop.v1beta1')
    expect([...files.keys()]).not.toContain('types/shop-v1beta1.ts')
  })

  test('the description of a parameter is written once, and again for an action with another one', () => {
    const parameter = (description: string) => [{ name: 'owner', description }]
    const item = (words: string, patched: string) => ({
      parameters: [{ name: 'name', description: 'name of the Shop' }],
      post: { 'x-kubernetes-action': 'post', parameters: parameter(words) },
      put: { 'x-kubernetes-action': 'put', parameters: parameter(words) },
      patch: { 'x-kubernetes-action': 'patch', parameters: parameter(patched) },
    })
    const paths = {
      '/shops/{name}': item('Who `writes`.', 'Who changes.'),
      // Parameters of connect actions are left out.
      '/shops/{name}/proxy': { get: { 'x-kubernetes-action': 'connect', parameters: parameter('Who calls.') } },
      '/shops/{name}/log': { get: { 'x-kubernetes-action': 'get', parameters: parameter('Who reads.') } },
    }
    expect(outputsOf({ ...inputs, paths }).get('descriptions/texts.ts')).toContain(
      `= \`{\n"owner":{"":"Who \fwrites\f.","patch":"Who changes."}\n}\``,
    )
  })

  test('the texts of the fields that columns refer to are written by struct and field', () => {
    expect(outputsOf(inputs).get('descriptions/fields.ts')).toContain(
      `{\n  'shop.v1.ShopSpec.name': [\n      ['1.33', "The \`name\` of the shop."],\n  ],\n}`,
    )
    expect(() => outputsOf({ ...inputs, columnFields: ['shop.v1.ShopSpec.nmae'] })).toThrow(
      'the documents say nothing of shop.v1.ShopSpec.nmae: is its docOf misspelt?',
    )
  })

  test('connect paths are written with the key order of a real server', () => {
    const about = { group: '', kind: 'ShopDoor', version: 'v1' }
    const responses = { '200': { content: { '*/*': {}, 'application/cbor': {} } } }
    const get = {
      'x-kubernetes-action': 'connect',
      'x-kubernetes-group-version-kind': about,
      operationId: 'open',
      responses,
    }
    const parameters = [{ name: 'path', in: 'query', description: 'Where to.', schema: { type: 'string' } }]
    const files = outputsOf({ ...inputs, paths: { '/shops/{name}/door': { get, parameters }, '/shops/{name}': {} } })
    expect(files.get('descriptions/texts.ts')).toContain(
      '= `{\n' +
        '"/shops/{name}/door":{"parameters":[{"name":"path","in":"query","type":"string","description":"Where to."}],' +
        '"operations":[{"method":"get","id":"open","action":"connect","about":{"group":"","version":"v1","kind":"ShopDoor"},"produces":["*/*"]}]}' +
        '\n}`',
    )
  })

  test('a kind has the type of its preferred version', () => {
    expect(files.get('kind-types.ts')).toContain('readonly Shop: StoredObject<shopV1.Shop>')
  })
})

describe('what not all versions have', () => {
  const shop = go.structs['shop.v1.ShopSpec'] ?? []
  const since = (changed: Inputs, version: KubernetesVersion) =>
    new Map(kubernetesVersions.map((each) => [each, atLeast(each, version) ? changed : inputs]))
  const withMembers = (members: GoTypes['structs'][string]): Inputs => ({
    ...inputs,
    go: { ...go, structs: { ...go.structs, 'shop.v1.ShopSpec': members ?? [] } },
  })

  test('members have marks, and their numbers where the one before depends on the version', () => {
    const added = { name: 'Owner', json: 'owner', omits: true, number: '7', type: text }
    const more = withMembers([...shop.slice(0, 1), added, ...shop.slice(1)])
    const less = withMembers(shop.slice(1))
    expect(createLineWriter(since(more, '1.35'))('shop.v1.ShopSpec')).toBe(
      'ShopSpec name!* >35:7owner 5!:Door 3tags:[]string@set+ open?:bool=false 6opened!?:time',
    )
    expect(createLineWriter(since(less, '1.36'))('shop.v1.ShopSpec')).toBe(
      'ShopSpec <36:name!* 5!:Door 3tags:[]string@set+ open?:bool=false 6opened!?:time',
    )
  })

  test('structs and values have marks', () => {
    const definitions = inputs.definitions.replace('"green"', '"blue", "green"')
    const lineOf = createLineWriter(since({ ...inputs, definitions }, '1.37'), (name, { definitions }) =>
      name === 'shop.v1.Door' ? definitions.includes('blue') : true,
    )
    expect(lineOf('shop.v1.Colour')).toBe('Colour=string{>37:blue,green,red}')
    expect(lineOf('shop.v1.Door')).toBe('>37:Door colour:Colour=red')
    const spec = inputs.components['io.k8s.api.shop.v1.ShopSpec']
    const components = { 'io.k8s.api.shop.v1.ShopSpec': { ...spec, 'x-kubernetes-map-type': 'atomic' } }
    expect(createLineWriter(since({ ...inputs, components }, '1.35'))('shop.v1.ShopSpec')).toMatch(
      /^ShopSpec >35:\^ name!\* /,
    )
  })

  test('roles and their rules have marks', () => {
    const owner = {
      metadata: { name: 'owner', ...common },
      rules: [{ verbs: ['*'], nonResourceURLs: ['/till', '/door'] }],
    }
    const clerk = { metadata: { name: 'clerk', ...common }, rules: [{ verbs: ['get'], nonResourceURLs: ['/door'] }] }
    const later = { ...inputs, bootstrap: { ...bootstrap, ClusterRole: [owner, clerk] } }
    expect(bootstrapFiles(since(later, '1.34')).get('access.ts')).toContain(
      '`\nowner\n <34:* /till\n >34:* /till,/door\n>34:clerk\n get /door\n`',
    )
  })

  test('texts are changes of those of the version before', () => {
    const components = {
      'io.k8s.api.shop.v1.ShopSpec': { properties: { name: { description: 'Its name.' }, tags: {} } },
    }
    const files = outputs(since({ ...inputs, components }, '1.36'), ['Shops'])
    expect(files.get('descriptions/further-texts.ts')).toContain(
      `'1.36': {\n    components: \`{\n"\vshop.v1.ShopSpec":{"name":"Its name."}\n}\`,`,
    )
    expect(files.get('descriptions/further-texts.ts')).toContain(`'1.37': {\n    components: \`{\n\n}\`,`)
    expect(files.get('descriptions/fields.ts')).toContain(
      `  'shop.v1.ShopSpec.name': [\n      ['1.33', "The \`name\` of the shop."],\n      ['1.36', "Its name."],\n  ],`,
    )
  })

  test('gates have the stages of each version', () => {
    const both = since({ ...inputs, gates: { Shops: { stage: 'BETA', isOn: true } } }, '1.35')
    both.set('1.34', { ...inputs, gates: { Shops: { isOn: true, locked: true } } })
    both.set(newestVersion, { ...inputs, gates: {} })
    expect(outputs(both, ['Shops']).get('feature-gates.ts')).toContain(
      `  Shops: '1.33 off alpha, 1.34 on locked stable, 1.35 on beta, ${newestVersion} gone',`,
    )
    expect(() => outputs(both, ['Doors'])).toThrow('no version has a feature gate Doors')
  })
})

describe('bootstrap objects', () => {
  const access = (changed: Partial<BootstrapObjects>) =>
    bootstrapFiles(inAll({ ...inputs, bootstrap: { ...bootstrap, ...changed } })).get('access.ts')

  test('have a line for each role and binding', () => {
    const text = access({})
    expect(text).toContain('`\nowner\n * /till\n`')
    expect(text).toContain('`\nshop/clerk open=yes <sells=yes\n get,list "" tills first\n`')
    expect(text).toContain('`\nshop/clerks Role/clerk User/anna ServiceAccount/shop/bot\n`')
  })

  test('have long lines wrapped after a comma', () => {
    const resources = Array.from({ length: 20 }, (_, i) => `resources-${i}`)
    const rules = [{ verbs: ['get'], apiGroups: ['apps'], resources }]
    const lines = access({ Role: [{ metadata: { name: 'r', ...common }, rules }] })?.split('\n') ?? []
    const first = lines.findIndex((line) => line.startsWith(' get apps'))
    expect(lines[first]).toMatch(/^ get apps .{90,},$/)
    expect(lines[first + 1]).toMatch(/^ {2}resources-/)
  })

  test.each<[string, Partial<BootstrapObjects>, string]>([
    [
      'other labels',
      { Role: [{ metadata: { name: 'r' }, rules: [] }] },
      'r has not the labels and annotations that all have',
    ],
    [
      'a selector of two labels',
      {
        Role: [
          {
            metadata: { name: 'r', ...common },
            rules: null,
            aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b', c: 'd' } }] },
          },
        ],
      },
      'the lines have no form for {"metadata"',
    ],
    [
      'a rule with resources and nonResourceURLs',
      {
        Role: [
          { metadata: { name: 'r', ...common }, rules: [{ verbs: ['get'], apiGroups: [''], nonResourceURLs: ['/'] }] },
        ],
      },
      'the lines have no form for {"verbs"',
    ],
    [
      'a role of another group',
      { RoleBinding: [{ metadata: { name: 'b', ...common }, roleRef: { ...roleRef, apiGroup: 'shop' } }] },
      'the lines have no form for {"metadata"',
    ],
    [
      'a user with a namespace',
      {
        RoleBinding: [
          { metadata: { name: 'b', ...common }, roleRef, subjects: [{ kind: 'User', namespace: 'n', name: 'u' }] },
        ],
      },
      'the lines have no form for {"kind":"User"',
    ],
  ])('are refused where the lines have no form: %s', (_, changed, message) =>
    expect(() => access(changed)).toThrow(message),
  )

  test('Go names are listed where they are not the JSON names with a capital', () => {
    const structs = {
      'core.v1.PodTemplateSpec': [
        { name: 'ObjectMeta', json: 'metadata', type: named('meta.v1.ObjectMeta') },
        { name: 'Door', json: '', type: named('shop.v1.Door') },
      ],
      'shop.v1.Door': [
        { name: 'FSType', json: 'fsType', type: text },
        { name: 'HostIP', json: 'hostIP', type: text },
      ],
    }
    const file = goNamesFile([{ ...go, structs: { ...go.structs, ...structs } }])
    expect(file.split('\n').filter((line) => line.startsWith("  '"))).toEqual([
      "  'core.v1.PodTemplateSpec': { metadata: 'ObjectMeta' },",
      "  'shop.v1.Door': { fsType: 'FSType' },",
    ])
  })

  test('have the last priority of each version in the source text', () => {
    expect([...readPriorities(inputs)]).toEqual([['shop/v1', [3, 4]]])
    expect(() => readPriorities({ priorities: [''] })).toThrow('the program text tells no priorities of versions')
  })
})

describe('kinds', () => {
  const kinds = readKinds(inputs)

  test('are those with a path of their own', () => {
    expect(kinds).toEqual([
      // Kinds of metrics-server, which the OpenAPI documents do not contain.
      ...['NodeMetrics', 'PodMetrics'].map((kind) => ({
        ...{ group: 'metrics.k8s.io', version: 'v1beta1', kind },
        ...{ struct: `metrics.v1beta1.${kind}`, isStored: false },
      })),
      { ...gvk('v1'), struct: 'shop.v1.Shop', isStored: true },
      { ...gvk('v1beta1'), struct: 'shop.v1beta1.Shop', isStored: false },
    ])
  })

  test.each([
    [['v1', 'v2'], 'v2'],
    [['v1beta1', 'v1'], 'v1'],
    [['v1alpha2', 'v1beta1', 'v1beta2'], 'v1beta2'],
    [['v2alpha1', 'v1'], 'v1'],
  ])('of the versions %j prefer %s', (versions, preferred) => {
    const all = versions.map((version) => ({ ...gvk(version), struct: `shop.${version}.Shop`, isStored: true }))
    expect(preferredKinds(all).map(({ version }) => version)).toEqual([preferred])
    const hash = storageVersionHash(gvk(preferred))
    expect([...storageVersionHashes(all).values()]).toEqual(versions.map(() => hash))
  })
})

test('objects are stored in the version that the server names', () => {
  const storage = '\t\tshop.Resource("shops").WithVersion("v1beta1"),\n'
  const hashes = storageVersionHashes(readKinds({ ...inputs, storage }))
  expect(hashes.get('shop.v1.Shop')).toBe(storageVersionHash(gvk('v1beta1')))
})

test('objects are stored in a version that the server before can read, if there is one', () => {
  const kindsIn = (...versions: readonly string[]) =>
    versions.map((version) => ({ ...gvk(version), struct: `shop.${version}.Shop`, isStored: true }))
  const storedBeside = (...before: readonly string[]) =>
    storageVersionHashes(kindsIn('v1beta1', 'v1'), kindsIn(...before)).get('shop.v1.Shop')
  expect(storedBeside('v1beta1')).toBe(storageVersionHash(gvk('v1beta1')))
  expect(storedBeside('v1beta1', 'v1')).toBe(storageVersionHash(gvk('v1')))
  expect(storedBeside()).toBe(storageVersionHash(gvk('v1')))
})

describe('storage version hashes', () => {
  const hashes = hashesOfServer('1.33')

  test.each([
    ['apiregistration.v1.APIService', 'InPBPD7+PqM='],
    ['coordination.v1.Lease', 'gqkMMb/YqFM='],
    ['coordination.v1beta1.LeaseCandidate', 'lvME0iHWE20='],
    ['events.v1.Event', 'r2yiGXH7wu8='],
    ['node.v1.RuntimeClass', 'WQTu1GL3T2Q='],
    ['policy.v1.PodDisruptionBudget', 'EVWiDmWqyJw='],
  ])('of %s is that of a real server', (struct, hash) => expect(hashes.get(struct)).toBe(hash))

  test('exist for kinds stored as another version, and not for kinds without storage', () => {
    expect(hashes.get('events.v1.Event')).toBe(hashes.get('core.v1.Event'))
    expect(hashes.get('apiextensions.v1.CustomResourceDefinition')).toBe('jfWCUB31mvA=')
    expect(hashes.get('core.v1.ComponentStatus')).toBeUndefined()
  })
})

test('the internal structs are written as lines', () => {
  const { 'shop.Colour': _, ...others } = inputs.internals
  const later = { internals: { ...others, 'shop.Amount': { equal: true, of: 'string' } } }
  const versions = new Map<KubernetesVersion, Pick<Inputs, 'internals'>>([
    ['1.33', inputs],
    ['1.34', later],
  ])
  expect(internalLines(versions)).toEqual([
    '<35:shop.Amount !equal >34:=string',
    '<34:shop.Colour !value =string',
    '<35:shop.Shop Name:name:string Spec::shop.Spec:-',
  ])
})
