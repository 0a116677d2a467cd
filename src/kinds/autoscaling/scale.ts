import { docOf } from '../../model/registry/column.js'
import { type KubeObject, storedMeta, storedName } from '../../schema/object.js'
import { getPath, withPath } from '../../base/json/json.js'
import { type Subject, conflict, invalidStatus } from '../../base/errors/status.js'
import type { DeclaredView } from '../../model/registry/kind-def.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import type { LabelSelector } from '../../model/registry/label-selector.js'
import { natural } from '../struct/member-rules.js'
import { defineStructKind } from '../struct/struct-kind.js'
import { queryOf } from './selector.js'

type Scale = KubeObject & {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}

/** Scale: the desired and current number of replicas of another object. */
export const scale = defineStructKind<Scale>('autoscaling.v1.Scale', () => ({
  group: 'autoscaling',
  scope: 'Namespaced',
  names: { kind: 'Scale', plural: 'scales' },
  subresources: { scale: { verbs: ['get', 'patch', 'update'], resetFields: [] } },
  table: {
    columns: [
      { ...nameColumn, format: '' },
      integerColumn('Desired', docOf('autoscaling.v1.ScaleSpec', 'replicas'), ({ spec }) => spec?.replicas ?? 0),
      integerColumn(
        'Available',
        docOf('autoscaling.v1.ScaleStatus', 'replicas'),
        ({ status }) => status?.replicas ?? 0,
      ),
      ageColumn,
    ],
  },
}))

/** Declares the scale subresource of a kind. `versions` are all API versions the kind was ever served in. */
export const scaleView = ({ group, plural, versions, selected = queryIn }: Scaled): DeclaredView => ({
  def: scale,
  show: (object) => show(object, selected),
  change: (object, shown) => change({ group, resource: `${plural}/scale` }, object, shown),
  owned: {
    shown: 'spec.replicas',
    kept: Object.fromEntries(versions.map((version) => [group ? `${group}/${version}` : version, 'spec.replicas'])),
  },
})

type Scaled = {
  readonly group: string
  readonly plural: string
  readonly versions: readonly string[]
  /** The selector of the replicas, as a query string (default: spec.selector). */
  readonly selected?: (object: KubeObject) => string
}

// The schema ensures that this is a selector.
const queryIn = (object: KubeObject) => queryOf((getPath(object, ['spec', 'selector']) ?? {}) as LabelSelector)

// The schema ensures that these are numbers.
const number = (object: KubeObject, ...path: readonly string[]) => (getPath(object, path) as number | undefined) ?? 0

function show(object: KubeObject, selected: (object: KubeObject) => string): KubeObject {
  const { name, namespace = '', uid, resourceVersion, creationTimestamp } = storedMeta(object)
  const wanted = number(object, 'spec', 'replicas')
  const query = selected(object)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: {
      replicas: number(object, 'status', 'replicas'),
      ...(query ? { selector: query } : {}),
    },
  }
}

function change(subject: Subject, object: KubeObject, shown: KubeObject): KubeObject {
  const issues = natural(number(shown, 'spec', 'replicas'), 'spec.replicas', shown)
  if (issues.length > 0) throw invalidStatus({ group: 'autoscaling', resource: 'Scale' }, storedName(object), issues)
  const { uid, name } = storedMeta(object)
  const sent = shown.metadata.uid
  if (sent && sent !== uid)
    throw conflict(subject, name, `Precondition failed: UID in precondition: ${sent}, UID in object meta: ${uid}`)
  const scaled = withPath(object, ['spec', 'replicas'], number(shown, 'spec', 'replicas'))
  return withPath(scaled, ['metadata', 'resourceVersion'], shown.metadata.resourceVersion ?? '')
}
