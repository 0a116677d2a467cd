import { docOf } from '../../model/registry/column.js'
import { type Issue, immutable, required } from '../../base/errors/issue.js'
import { isObject, jsonEqual } from '../../base/json/json.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import type { KubeObject } from '../../schema/object.js'
import { goRaw } from '../shared/go-struct.js'
import { natural } from '../struct/member-rules.js'
import { defineStructKind } from '../struct/struct-kind.js'

type ControllerRevision = KubeObject & { readonly data?: unknown; readonly revision?: number }

/** ControllerRevision: a snapshot of a DaemonSet's or StatefulSet's state, for rollbacks. */
export const controllerRevision = defineStructKind<ControllerRevision>('apps.v1.ControllerRevision', () => ({
  group: 'apps',
  scope: 'Namespaced',
  names: { kind: 'ControllerRevision', plural: 'controllerrevisions' },
  create: { validate: withObjectMeta((object) => [...validateRevision(object), ...validateData(object)]) },
  update: {
    validate: (next, old, { validateObjectMeta, validateObjectMetaUpdate }) => [
      ...validateObjectMetaUpdate(next, old),
      ...validateObjectMeta(next),
      ...validateRevision(next),
      ...validateSameData(next, old),
    ],
  },
  selectable: { conversion: 'default' },
  table: {
    columns: [
      nameColumn,
      { name: 'Controller', description: 'Controller of the object', cell: controllerText },
      {
        name: 'Revision',
        description: [
          ['1.33', 'revision indicates the revision of the state represented by Data.'],
          ['1.36', docOf('apps.v1.ControllerRevision', 'revision')],
        ],
        cell: ({ revision }) => revision ?? 0,
      },
      ageColumn,
    ],
  },
  example: {
    metadata: { name: 'web-1', namespace: 'default' },
    data: { spec: { template: { spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] } } } },
    revision: 1,
  },
}))

const validateRevision = ({ revision }: ControllerRevision) => natural(revision, 'revision', {})

// Bytes to the server: nothing that is empty counts as absent.
const validateSameData = (next: ControllerRevision, old: ControllerRevision): readonly Issue[] =>
  jsonEqual(next.data, old.data) ? [] : [immutable('data', goRaw(next.data))]

function validateData({ data }: ControllerRevision): readonly Issue[] {
  if (data === undefined || data === null) return [required('data', 'data is mandatory')]
  return isObject(data) ? [] : [required('data', 'data must be a valid JSON object')]
}

function controllerText({ metadata }: ControllerRevision): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  if (!owner) return '<none>'
  const [group = ''] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : []
  return `${owner.kind.toLowerCase()}${group ? `.${group.toLowerCase()}` : ''}/${owner.name}`
}
