import { isUnmade } from '../base/btree.js'
import { formatTime } from '../base/time.js'
import type { FlowSchemaCondition, FlowSchema as FlowSchemaStruct } from '../kinds/generated/types/flowcontrol-v1.js'
import { type RestContext, tableOf } from '../rest/context.js'
import type { KubeObject } from '../schema/object.js'
import { storedName } from '../schema/stored-metadata.js'
import { objectsOf } from '../store/page.js'
import { applyAsServer } from './server-writes.js'

type FlowSchema = KubeObject & Pick<FlowSchemaStruct, 'spec' | 'status'>

const GROUP = 'flowcontrol.apiserver.k8s.io'
const SCHEMAS = `${GROUP}/flowschemas`
const LEVELS = `${GROUP}/prioritylevelconfigurations`
const MANAGER = 'api-priority-and-fairness-config-consumer-v1'
// Without them a server goes on as if they were there.
const MANDATORY = ['exempt', 'catch-all']

/**
 * Says of each FlowSchema whether its priority level is there, right after a change of one of the two, as a server itself
 * does (k8s.io/apiserver: apf_controller.go). Returns the end of it.
 */
export function settleFlowSchemas(context: RestContext): () => void {
  const { store } = context
  let settling = false
  const settle = () => {
    const tables = [store.table(SCHEMAS), store.table(LEVELS)]
    // What is written here is a change too; and what nobody has looked at is right as it will be made.
    if (settling || tables.every((table) => !table || isUnmade(table))) return
    settling = true
    try {
      tellDangling(context, (name) => store.get(LEVELS, name) !== undefined)
    } finally {
      settling = false
    }
  }
  const ends = [store.listen(SCHEMAS, settle), store.listen(LEVELS, settle)]
  return () => ends.forEach((end) => end())
}

/** Writes the condition `Dangling` of each FlowSchema of which it is not right. */
export function tellDangling(context: RestContext, hasLevel: (name: string) => boolean): void {
  const { env, store } = context
  const def = context.registry.at(GROUP, 'v1', 'flowschemas')
  if (!def) return
  for (const schema of objectsOf(store.table(tableOf({ def }))) as readonly FlowSchema[]) {
    // of that kind
    const level = schema.spec?.priorityLevelConfiguration?.name ?? ''
    const condition = danglingOf(level, MANDATORY.includes(level) || hasLevel(level))
    const before = schema.status?.conditions?.find(({ type }) => type === 'Dangling')
    const { status, reason, message } = before ?? {}
    if (status === condition.status && reason === condition.reason && message === condition.message) continue
    const conditions = [{ ...condition, lastTransitionTime: formatTime(env.now()) }]
    const name = storedName(schema)
    applyAsServer(context, { def, name, subresource: 'status', manager: MANAGER, members: { status: { conditions } } })
  }
}

function danglingOf(level: string, isThere: boolean): FlowSchemaCondition {
  const found = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`
  return isThere
    ? { type: 'Dangling', status: 'False', reason: 'Found', message: `${found} and it exists` }
    : { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${found} but there is no such object` }
}
