import { createLateLibrary } from '../../base/turns/late-library.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { Profile } from '../../model/registry/profile.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import {
  defineStructKind,
  mainSubresource,
  objectReplies,
  statusOnly,
  withMetadataOfStored,
} from '../struct/struct-kind.js'
import type { CSINode } from './csi-rules.js'

// Loaded on demand: only writes of a CSINode need its rules.
const rules = createLateLibrary(() => import('./csi-rules.js'))

/** CSINode: the CSI drivers of a node. */
export const csiNode = defineStructKind<CSINode>('storage.v1.CSINode', (profile) => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'CSINode', plural: 'csinodes' },
  schema: { ready: rules.load },
  ...(hasStatus(profile) ? { subresources: { main: mainSubresource, status: statusOnly } } : {}),
  create: {
    prepare: (object) => (hasStatus(profile) ? { ...object, status: {} } : object),
    validate: (object, context) => rules.needed().validateNode(object, context),
  },
  update: {
    allowUnconditional: false,
    prepare: (next, old, context) => (hasStatus(profile) ? keptApart(next, old, context) : next),
    validate: (next, old, context) => {
      if (context.subresource === 'status') return context.validateObjectMetaUpdate(next, old)
      const { validateNode, validateDrivers } = rules.needed()
      const whole = validateNode(next, context)
      // Before 1.36 a real server runs the rules of a create twice.
      return [...whole, ...(atLeast(profile.version, '1.36') ? [] : whole), ...validateDrivers(next, old)]
    },
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      integerColumn(
        'Drivers',
        'Drivers indicates the number of CSI drivers registered on the node',
        ({ spec }) => spec?.drivers?.length ?? 0,
      ),
      ageColumn,
    ],
  },
  example: { metadata: { name: 'worker-1' }, spec: { drivers: [{ name: 'disk.example.io', nodeID: 'worker-1' }] } },
}))

// What the status would tell, the health of volumes, is behind a gate that is off (CSIVolumeHealth).
const hasStatus = ({ version }: Profile): boolean => atLeast(version, '1.37')

const keptApart = (next: CSINode, old: CSINode, context: Pick<RuleContext, 'subresource'>): CSINode =>
  withMetadataOfStored(
    context.subresource === 'status' ? { ...next, spec: old.spec ?? {}, status: {} } : { ...next, status: {} },
    old,
    context,
  )
