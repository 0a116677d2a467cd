import { isUnmade } from '../../base/lists/sorted-map.js'
import type { Cancel } from '../../base/time/env.js'
import { formatTime } from '../../base/time/time.js'
import type { FlowSchemaCondition, FlowSchema as FlowSchemaStruct } from '../../model/generated/types/flowcontrol-v1.js'
import { type RestContext, tableOf } from '../../rest/context.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import type { ObjectTable } from '../../store/history.js'
import { objectsOf } from '../../store/page.js'
import { applyAsServer } from './server-writes.js'

type FlowSchema = KubeObject & Pick<FlowSchemaStruct, 'spec' | 'status'>

const GROUP = 'flowcontrol.apiserver.k8s.io'
const SCHEMAS = `${GROUP}/flowschemas`
const LEVELS = `${GROUP}/prioritylevelconfigurations`
const MANAGER = 'api-priority-and-fairness-config-consumer-v1'
// If these are missing, a server continues as if they existed.
const MANDATORY = ['exempt', 'catch-all']

/** Maintains the status of FlowSchemas, as a server does itself. */
export type FlowSchemaConsumer = {
  /** Called when a request is done. */
  readonly requestDone: () => void
  /** Does the pending work immediately. */
  readonly finish: () => void
  /** Forgets the pending work, as the state was replaced: the next request begins with that state. */
  readonly restart: () => void
}

/**
 * The delay without further requests, in milliseconds: long enough that the next request of a busy client is answered
 * first.
 */
const DELAY = 1000

/**
 * Maintains whether the priority level of each FlowSchema exists (k8s.io/apiserver: apf_controller.go). As the server
 * learns of a change through a watch, the next request is answered before: the work is done after that, or a moment
 * later.
 */
export function createFlowSchemaConsumer(context: RestContext): FlowSchemaConsumer {
  const { env, store } = context
  let schemas: Told
  let levels: Told
  let cancel: Cancel | undefined
  // Whether either may have changed since it was looked at.
  let mayDiffer = true
  const differ = () => void (mayDiffer = true)
  for (const table of [SCHEMAS, LEVELS]) store.listen(table, differ)
  const isTold = (): boolean => {
    const [nowSchemas, nowLevels] = [store.table(SCHEMAS), store.table(LEVELS)]
    mayDiffer = !isSame(nowSchemas, schemas) || !isSame(nowLevels, levels)
    if (mayDiffer) return false
    schemas = nowSchemas
    levels = nowLevels
    return true
  }
  const finish = () => {
    cancel?.()
    cancel = undefined
    if (isTold()) return
    tellDangling(context, (name) => store.get(LEVELS, name) !== undefined)
    schemas = store.table(SCHEMAS)
    levels = store.table(LEVELS)
  }
  return {
    finish,
    restart() {
      cancel?.()
      cancel = undefined
      schemas = levels = undefined
      mayDiffer = true
    },
    requestDone() {
      if (cancel) finish()
      else if (mayDiffer && !isTold()) cancel = env.setTimer(finish, DELAY, { background: true })
    },
  }
}

type Told = ObjectTable<KubeObject> | undefined

/** Tells whether a table is as it was told of, or as the cluster began: its objects have their conditions. */
const isSame = (table: Told, told: Told): boolean => table === told || (table !== undefined && isUnmade(table))

/** Writes the condition `Dangling` of each FlowSchema for which it is not up to date. */
export function tellDangling(context: RestContext, hasLevel: (name: string) => boolean): void {
  const { env, store } = context
  const def = context.registry.at(GROUP, 'v1', 'flowschemas')
  if (!def) return
  const schemas = objectsOf(store.table(tableOf({ def }))) as readonly FlowSchema[] // as the table holds
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
