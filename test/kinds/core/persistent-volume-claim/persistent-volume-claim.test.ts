import { beforeAll, describe, expect, test } from 'vitest'
import { type FeatureGates, featureGatesOf } from '../../../../src/model/registry/feature-gates.js'
import { exampleProfile } from '../../../../src/model/registry/profile.js'
import { kubernetesProfile } from '../../../profiles.js'
import { persistentVolumeClaim } from '../../../../src/kinds/core/persistent-volume-claim/persistent-volume-claim.js'
import { openServer } from '../../asking.js'
import { causes, cells, loadRulesOf, now, read, ruleContext } from '../../causes.js'
import { LABEL, LABEL_VALUE, SUBDOMAIN } from '../../texts.js'

beforeAll(() => loadRulesOf(persistentVolumeClaim))

const def = persistentVolumeClaim(exampleProfile)
const main = ruleContext()
const minimal = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const own = { kind: 'PersistentVolumeClaim', name: 'a' }
const path = 'field.Path{name:"dataSource", index:"", parent:(*field.Path)(0xc000000000)}'

const created = (spec: object, featureGates?: Partial<FeatureGates>) =>
  causes(persistentVolumeClaim, { spec: { ...minimal, ...spec } }, featureGates ? { featureGates } : {})

test('a new claim is Pending, and volumeMode defaults to Filesystem', () => {
  const sent = read(def, {
    metadata: { name: 'a' },
    spec: minimal,
    status: { phase: 'Bound' },
  })
  const { spec, status } = def.create.prepare(sent, main)
  expect({ spec, status }).toEqual({
    spec: { ...minimal, volumeMode: 'Filesystem' },
    status: { phase: 'Pending' },
  })
})

describe('the validation of the spec of a claim', () => {
  test.each<[string, object, readonly string[]]>([
    ['a valid spec', { accessModes: ['ReadWriteOncePod'], storageClassName: '', selector: {} }, []],
    [
      'an empty spec',
      { accessModes: [], resources: {} },
      [
        'spec.accessModes: Required value: at least 1 access mode is required',
        'spec.resources[storage]: Required value',
      ],
    ],
    [
      'an unknown access mode',
      { accessModes: ['Odd', 'ReadWriteOncePod'] },
      [
        'spec.accessModes: Unsupported value: "Odd": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
    ],
    [
      'ReadWriteOncePod with other access modes',
      { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] },
      ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
    ],
    [
      'a size of zero',
      { resources: { requests: { storage: '0' } } },
      ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      'a negative size',
      { resources: { requests: { storage: '-1Gi' } } },
      ['spec.resources[storage]: Invalid value: "-1Gi": must be greater than zero'],
    ],
    [
      'an empty volumeMode',
      { volumeMode: '' },
      ['spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"'],
    ],
    [
      'an invalid class name',
      { storageClassName: 'Not_OK' },
      [`spec.storageClassName: Invalid value: "Not_OK": ${SUBDOMAIN}`],
    ],
    [
      'an invalid selector, before the access modes',
      {
        accessModes: ['Odd'],
        selector: {
          matchLabels: { a: 'b c' },
          matchExpressions: [
            { key: 'a', operator: 'Like', values: ['b'] },
            { key: 'a', operator: 'In' },
            { key: 'a', operator: 'Exists', values: ['b c'] },
          ],
        },
      },
      [
        `spec.selector.matchLabels: Invalid value: "b c": ${LABEL_VALUE}`,
        'spec.selector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector operator',
        "spec.selector.matchExpressions[1].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "spec.selector.matchExpressions[2].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        `spec.selector.matchExpressions[2].values[0]: Invalid value: "b c": ${LABEL_VALUE}`,
        'spec.accessModes: Unsupported value: "Odd": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
    ],
    [
      'a data source without a name and a supported kind, at both paths',
      { dataSourceRef: { kind: 'ConfigMap' } },
      ['dataSource', 'dataSourceRef'].flatMap((member) => [
        `spec.${member}.name: Required value`,
        `spec.${member}: Invalid value: "ConfigMap": must be 'PersistentVolumeClaim' when referencing the default apiGroup`,
      ]),
    ],
    [
      'a data source with an invalid group',
      { dataSourceRef: { apiGroup: 'A', kind: 'B', name: 'c' } },
      ['dataSource', 'dataSourceRef'].map((member) => `spec.${member}.apiGroup: Invalid value: "A": ${SUBDOMAIN}`),
    ],
    [
      'different data sources',
      { dataSource: own, dataSourceRef: { ...own, name: 'b' } },
      [`spec: Invalid value: ${path}: must match dataSourceRef`],
    ],
    ['volumeAttributesClassName, which is dropped before', { volumeAttributesClassName: 'Not_OK' }, []],
  ])('checks %s', (_, spec, expected) => {
    expect(created(spec)).toEqual(expected)
  })

  test('checks gated fields while their feature gates are on', () => {
    expect(created({ volumeAttributesClassName: 'Not_OK' }, { VolumeAttributesClass: true })).toEqual([
      `spec.volumeAttributesClassName: Invalid value: "Not_OK": ${SUBDOMAIN}`,
    ])
    expect(
      created({ dataSource: own, dataSourceRef: { ...own, namespace: 'B' } }, { CrossNamespaceVolumeDataSource: true }),
    ).toEqual([
      `spec.dataSourceRef.namespace: Invalid value: "B": ${LABEL}`,
      `spec: Invalid value: ${path}: may not be specified when dataSourceRef.namespace is specified`,
    ])
  })
})

describe('data sources', () => {
  const filled = { ...own, apiGroup: null }
  const other = { apiGroup: 'odd.test', kind: 'Odd', name: 'a' }
  const snapshot = (group: string) => ({ apiGroup: group, kind: 'VolumeSnapshot', name: 'a' })
  const settled = (
    spec: object,
    {
      featureGates = {},
      old,
      profile = exampleProfile,
    }: { featureGates?: Partial<FeatureGates>; old?: object; profile?: typeof exampleProfile } = {},
  ) => {
    const kind = persistentVolumeClaim(profile)
    const context = ruleContext({ featureGates: { ...featureGatesOf('1.33'), ...featureGates } })
    const next = read(kind, { spec })
    const { dataSource, dataSourceRef } = (
      old ? kind.update.prepare(next, read(kind, { spec: old }), context) : kind.create.prepare(next, context)
    )['spec'] as Record<string, unknown>
    return [dataSource, dataSourceRef]
  }

  test.each<[string, object, Parameters<typeof settled>[1], unknown[]]>([
    ['both may be unset', {}, {}, [undefined, undefined]],
    ['a claim fills the reference', { dataSource: own }, {}, [filled, filled]],
    [
      'a snapshot of the profile fills the reference',
      { dataSource: snapshot('snapshot.storage.example.io') },
      {},
      [snapshot('snapshot.storage.example.io'), snapshot('snapshot.storage.example.io')],
    ],
    [
      'a snapshot of another profile is dropped',
      { dataSource: snapshot('snapshot.storage.k8s.io') },
      {},
      [undefined, undefined],
    ],
    [
      'a snapshot of profile kubernetes fills the reference there',
      { dataSource: snapshot('snapshot.storage.k8s.io') },
      { profile: kubernetesProfile },
      [snapshot('snapshot.storage.k8s.io'), snapshot('snapshot.storage.k8s.io')],
    ],
    ['any other source is dropped', { dataSource: other }, {}, [undefined, undefined]],
    ['a reference fills the source', { dataSourceRef: other }, {}, [other, other]],
    ['a source beside a reference is kept', { dataSource: other, dataSourceRef: own }, {}, [other, filled]],
    [
      'a cross-namespace reference is dropped',
      { dataSourceRef: { ...own, namespace: 'b' } },
      {},
      [undefined, undefined],
    ],
    [
      'a source beside a dropped cross-namespace reference fills it',
      { dataSource: own, dataSourceRef: { ...own, namespace: 'b' } },
      {},
      [filled, filled],
    ],
    [
      'a cross-namespace reference fills no source, gate on',
      { dataSourceRef: { ...own, namespace: 'b' } },
      { featureGates: { CrossNamespaceVolumeDataSource: true } },
      [undefined, { ...filled, namespace: 'b' }],
    ],
    [
      'a claim fills no reference, gate off',
      { dataSource: own },
      { featureGates: { AnyVolumeDataSource: false } },
      [filled, undefined],
    ],
    [
      'an update may leave the reference out',
      { dataSource: other },
      { old: { dataSource: other, dataSourceRef: other } },
      [other, other],
    ],
    ['an update cannot add an unsupported source', { dataSource: other }, { old: {} }, [undefined, undefined]],
  ])('%s', (_, spec, circumstances, expected) => {
    expect(settled(spec, circumstances)).toEqual(expected)
  })
})

describe('an update of a claim', () => {
  const IMMUTABLE =
    'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
  const firstLines = (texts: readonly string[]) => texts.map((text) => text.split('\n')[0])
  const storage = (amount: string) => ({ resources: { requests: { storage: amount } } })
  const updated = (
    old: object,
    next: object,
    { status = {}, featureGates }: { status?: object; featureGates?: Partial<FeatureGates> } = {},
  ) =>
    firstLines(
      causes(
        persistentVolumeClaim,
        { spec: { ...minimal, ...next }, status },
        { old: { spec: { ...minimal, ...old }, status }, ...(featureGates ? { featureGates } : {}) },
      ),
    )
  const bound = { phase: 'Bound', capacity: { storage: '1Gi' } }
  const less = (than: string) => `spec.resources.requests.storage: Forbidden: field can not be less than ${than}`

  test.each<[string, object, object, Parameters<typeof updated>[2], readonly string[]]>([
    ['no change', {}, {}, {}, []],
    ['the same size in another notation', storage('1024Mi'), storage('1073741824'), {}, []],
    ['other access modes', {}, { accessModes: ['ReadWriteMany'] }, {}, [IMMUTABLE]],
    [
      'an invalid spec, reported twice',
      {},
      { accessModes: [] },
      {},
      [...Array(2).fill('spec.accessModes: Required value: at least 1 access mode is required'), IMMUTABLE],
    ],
    ['a first volumeName', {}, { volumeName: 'v' }, {}, []],
    ['another volumeName', { volumeName: 'v' }, { volumeName: 'w' }, {}, [IMMUTABLE]],
    ['a removed volumeName', { volumeName: 'v' }, {}, {}, [IMMUTABLE]],
    ['a class set later', {}, { storageClassName: 'c' }, {}, []],
    ['another class', { storageClassName: 'c' }, { storageClassName: 'd' }, {}, [IMMUTABLE]],
    [
      'another volumeMode',
      {},
      { volumeMode: 'Block' },
      {},
      [IMMUTABLE, 'volumeMode: Invalid value: "Block": field is immutable'],
    ],
    ['expansion before it is bound', {}, storage('2Gi'), {}, [IMMUTABLE]],
    ['expansion', {}, storage('2Gi'), { status: bound }, []],
    [
      'expansion with another change',
      {},
      { ...storage('2Gi'), volumeMode: 'Block' },
      { status: bound },
      [IMMUTABLE, 'volumeMode: Invalid value: "Block": field is immutable'],
    ],
    ['shrinking before it is bound', {}, storage('1Mi'), {}, [IMMUTABLE]],
    ['shrinking to its capacity', storage('2Gi'), storage('1Gi'), { status: bound }, [less('status.capacity')]],
    ['shrinking to more than its capacity', storage('3Gi'), storage('2Gi'), { status: bound }, []],
    [
      'shrinking, gate off',
      storage('3Gi'),
      storage('2Gi'),
      { status: bound, featureGates: { RecoverVolumeExpansionFailure: false } },
      [less('previous value')],
    ],
    [
      'shrinking during an expansion, gate off',
      storage('3Gi'),
      storage('2Gi'),
      {
        status: { ...bound, allocatedResources: { storage: '3Gi' } },
        featureGates: { RecoverVolumeExpansionFailure: false },
      },
      [],
    ],
    [
      'volumeAttributesClassName, gate off, which drops it',
      {},
      { volumeAttributesClassName: 'gold' },
      { status: bound },
      [],
    ],
    [
      'volumeAttributesClassName, gate on',
      {},
      { volumeAttributesClassName: 'gold' },
      { status: bound, featureGates: { VolumeAttributesClass: true } },
      [],
    ],
    [
      'volumeAttributesClassName before it is bound',
      {},
      { volumeAttributesClassName: 'gold' },
      { featureGates: { VolumeAttributesClass: true } },
      [IMMUTABLE],
    ],
    [
      'an emptied volumeAttributesClassName',
      { volumeAttributesClassName: 'gold' },
      { volumeAttributesClassName: '' },
      { status: bound, featureGates: { VolumeAttributesClass: true } },
      ['spec.volumeAttributesClassName: Forbidden: update from non-nil value to an empty string is forbidden'],
    ],
    [
      'a removed volumeAttributesClassName, gate off',
      { volumeAttributesClassName: 'gold' },
      {},
      { status: bound },
      [
        IMMUTABLE,
        'spec.volumeAttributesClassName: Forbidden: update is forbidden when the VolumeAttributesClass feature gate is disabled',
        'spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden',
      ],
    ],
  ])('checks %s', (_, old, next, circumstances, expected) => {
    expect(updated(old, next, circumstances)).toEqual(expected)
  })

  test('prints the diff of an immutable spec', () => {
    const [text] = causes(
      persistentVolumeClaim,
      { spec: { ...minimal, accessModes: ['ReadWriteMany'] } },
      { old: { spec: minimal } },
    )
    expect(text?.replaceAll('\u00a0', ' ')).toBe(
      [
        IMMUTABLE,
        '  core.PersistentVolumeClaimSpec{',
        '- \tAccessModes: []core.PersistentVolumeAccessMode{"ReadWriteOnce"},',
        '+ \tAccessModes: []core.PersistentVolumeAccessMode{"ReadWriteMany"},',
        '  \tSelector:    nil,',
        '  \tResources:   {Requests: {s"storage": {i: {...}, s: "1Gi", Format: "BinarySI"}}},',
        '  \t... // 6 identical fields',
        '  }',
        '',
      ].join('\n'),
    )
  })

  const annotated = (value: string, spec: object = {}) => ({
    metadata: { name: 'a', namespace: 'default', annotations: { 'volume.beta.kubernetes.io/storage-class': value } },
    spec: { ...minimal, ...spec },
  })
  const annotation = (value: string) =>
    `metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "${value}": field is immutable`

  test.each<[string, object, object, readonly string[]]>([
    ['added', { spec: minimal }, annotated('slow'), [annotation('slow')]],
    ['changed', annotated('slow'), annotated('fast'), [annotation('fast')]],
    ['removed', annotated('slow'), { spec: minimal }, [annotation('')]],
    ['moved to the field', annotated('slow'), { spec: { ...minimal, storageClassName: 'slow' } }, []],
    ['copied to the field', annotated('slow'), annotated('slow', { storageClassName: 'slow' }), []],
    ['contradicted by the field', annotated('slow'), annotated('slow', { storageClassName: 'fast' }), [IMMUTABLE]],
  ])('checks the annotation of the class: %s', (_, old, next, expected) => {
    expect(firstLines(causes(persistentVolumeClaim, { ...next }, { old: { ...old } }))).toEqual(expected)
  })
})

describe('an update of the status of a claim', () => {
  const written = (status: object, featureGates?: Partial<FeatureGates>) =>
    causes(
      persistentVolumeClaim,
      { spec: minimal, status },
      { old: { spec: minimal }, subresource: 'status', ...(featureGates ? { featureGates } : {}) },
    )
  const resize = [
    'ControllerResizeInProgress',
    'ControllerResizeInfeasible',
    'NodeResizeInProgress',
    'NodeResizeInfeasible',
    'NodeResizePending',
  ].sort()

  test.each<[string, object, readonly string[]]>([
    [
      'a valid status',
      {
        phase: 'Bound',
        capacity: { storage: '1Gi' },
        allocatedResources: { storage: '2Gi', 'a.test/b': '1' },
        allocatedResourceStatuses: { storage: 'NodeResizePending' },
      },
      [],
    ],
    [
      'a negative capacity',
      { capacity: { storage: '-1500m' } },
      ['status.capacity[storage]: Invalid value: -2: must be a valid resource quantity'],
    ],
    [
      'allocatedResources',
      { allocatedResources: { cpu: '1', storage: '-1' } },
      [
        'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
        'status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity',
      ],
    ],
    [
      'allocatedResourceStatuses',
      { allocatedResourceStatuses: { cpu: 'Odd' } },
      [
        'status.allocatedResourceStatus: Unsupported value: "cpu": supported values: "storage"',
        `status.allocatedResourceStatus: Unsupported value: cpu: supported values: ${resize.map((value) => `"${value}"`).join(', ')}`,
      ],
    ],
  ])('checks %s', (_, status, expected) => {
    expect(written(status)).toEqual(expected)
  })

  test('drops fields behind feature gates that are off', () => {
    const status = {
      phase: 'Bound',
      allocatedResources: { cpu: '1' },
      currentVolumeAttributesClassName: 'a',
      modifyVolumeStatus: { status: 'Pending' },
    }
    const kept = (featureGates: Partial<FeatureGates>, old: object) =>
      def.update.prepare(
        read(def, { spec: minimal, status }),
        read(def, { spec: minimal, status: old }),
        ruleContext({ featureGates: { ...featureGatesOf('1.33'), ...featureGates }, subresource: 'status' }),
      )['status']
    expect(kept({}, {})).toEqual({ phase: 'Bound', allocatedResources: { cpu: '1' } })
    expect(kept({ VolumeAttributesClass: true, RecoverVolumeExpansionFailure: false }, {})).toEqual({
      phase: 'Bound',
      currentVolumeAttributesClassName: 'a',
      modifyVolumeStatus: { status: 'Pending' },
    })
    expect(kept({ RecoverVolumeExpansionFailure: false }, status)).toEqual(status)
    expect(written({ allocatedResources: { cpu: '1' } }, { RecoverVolumeExpansionFailure: false })).toEqual([])
  })
})

test('warns of the class annotation and of fractional byte values', () => {
  const object = read(def, {
    metadata: { name: 'a', annotations: { 'volume.beta.kubernetes.io/storage-class': 'slow' } },
    spec: { ...minimal, resources: { requests: { storage: '1500m' }, limits: { storage: '100m' } } },
  })
  expect(def.create.warnings(object, main)).toEqual([
    'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
    'spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
    'spec.resources.limits[storage]: fractional byte value "100m" is invalid, must be an integer',
  ])
})

test('prints the table rows of a claim', () => {
  const status = { phase: 'Bound', accessModes: ['ReadWriteMany', 'ReadWriteOnce'], capacity: { storage: '1Gi' } }
  expect(
    cells(persistentVolumeClaim, { metadata: { name: 'a' }, spec: { ...minimal, storageClassName: 'c' }, status }),
  ).toEqual(['a', 'Bound', '', '', '', 'c', '<unset>', '<unknown>', 'Filesystem'])
  expect(
    cells(persistentVolumeClaim, {
      metadata: {
        name: 'a',
        deletionTimestamp: now,
        annotations: { 'volume.beta.kubernetes.io/storage-class': 'slow' },
      },
      spec: { ...minimal, volumeName: 'v', volumeAttributesClassName: 'gold', storageClassName: 'c' },
      status,
    }),
  ).toEqual(['a', 'Terminating', 'v', '1Gi', 'RWO,RWX', 'slow', 'gold', '<unknown>', 'Filesystem'])
})

test('the health of the volume is left out', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const path = '/api/v1/namespaces/default/persistentvolumeclaims'
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  await ask('POST', path, { metadata: { name: 'a' }, spec })
  const { body } = await ask('PATCH', `${path}/a/status`, { status: { phase: 'Lost', healthStatus: {} } })
  expect(body['status']).toEqual({ phase: 'Lost' })
})
