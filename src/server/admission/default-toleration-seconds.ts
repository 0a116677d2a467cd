import { withMembers } from '../../base/json/json.js'
import type { Pod, Toleration } from '../../kinds/core/pod/pod-types.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'

const PATIENCE: readonly Toleration[] = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

/** DefaultTolerationSeconds: pods tolerate a not-ready or unreachable node for five minutes. */
export const defaultTolerationSeconds = defineAdmissionPlugin<Pod>({
  name: 'DefaultTolerationSeconds',
  handles: writesOf({ operations: ['create', 'update'], resource: 'pods' }),
  admit: ({ object }) => withPatience(object),
  fill: withPatience,
})

const lasts = ({ effect }: Toleration) => !effect || effect === 'NoExecute'

function withPatience(object: Pod): Pod {
  const { spec = {} } = object
  const { tolerations = [] } = spec
  const missing = PATIENCE.filter(
    ({ key }) => !tolerations.some((each) => (each.key === key || !each.key) && lasts(each)),
  )
  return missing.length > 0
    ? { ...object, spec: withMembers(spec, { tolerations: [...tolerations, ...missing] }) }
    : object
}
