import { isUnmade } from '../base/btree.js'
import type { Cancel } from '../base/env.js'
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

/** What a server does by itself about its FlowSchemas. */
export type FlowSchemaConsumer = {
  /** Called when a request is done. */
  readonly requestDone: () => void
  /** Does what is still to be done, at once. */
  readonly finish: () => void
}

/**
 * How long it takes where nobody asks for anything more, in milliseconds: so long that who asks on is answered before.
 */
const DELAY = 1000

/**
 * Says of each FlowSchema whether its priority level is there (k8s.io/apiserver: apf_controller.go). The server learns
 * of a change by a watch, so that the next request is answered before: it is done after that one, or a moment later.
 */
export function createFlowSchemaConsumer(context: RestContext): FlowSchemaConsumer {
  const { env, store } = context
  const tables = () => [store.table(SCHEMAS), store.table(LEVELS)]
  let told: ReturnType<typeof tables> = []
  let cancel: Cancel | undefined
  const isTold = () => tables().every((table, i) => table === told[i] || (table && isUnmade(table)))
  const finish = () => {
    cancel?.()
    cancel = undefined
    if (isTold()) return
    tellDangling(context, (name) => store.get(LEVELS, name) !== undefined)
    told = tables()
  }
  return {
    finish,
    requestDone() {
      if (cancel) finish()
      else if (!isTold()) cancel = env.setTimer(finish, DELAY, { background: true })
    },
  }
}

/** Writes the condition `Dangling` of each FlowSchema of which it is not right. */
export function tellDangling(context: RestContext, hasLevel: (name: string) => boolean): void {
  const { env, store } = context
  const def = context.registry.at(GROUP, 'v1', 'flowschemas')
  if (!def) return
  const schemas = objectsOf(store.table(tableOf({ def }))) as readonly FlowSchema[] // what the table holds
  for (const schema of schemas) {
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
