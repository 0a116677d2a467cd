import { createLateLibrary } from '../../base/turns/late-library.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'
import type { CSINode } from './csi-node-rules.js'

// Loaded on demand: only writes of a CSINode need its rules.
const rules = createLateLibrary(() => import('./csi-node-rules.js'))

/** CSINode: the CSI drivers of a node. */
export const csiNode = defineStructKind<CSINode>('storage.v1.CSINode', () => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'CSINode', plural: 'csinodes' },
  schema: { ready: rules.load },
  create: { validate: (object, context) => rules.needed().validateNode(object, context) },
  update: {
    allowUnconditional: false,
    validate: (next, old, context) => {
      // A real server runs the rules of a create twice.
      const { validateNode, validateKept } = rules.needed()
      const whole = validateNode(next, context)
      return [...whole, ...whole, ...validateKept(next, old)]
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
