import { isSidecar } from '../../../kinds/shared/ended-pods.js'
import { type Placed } from './containers-of.js'

/**
 * Returns the phase of a pod from its containers (a kubelet's getPhase); `isOver` if none will be restarted, whatever
 * the policy.
 */
export function phaseOf(placed: readonly Placed[], restartPolicy: string, isOver: boolean): string {
  const init = placed.filter(({ group, container }) => group === 'initContainers' && !isSidecar(container))
  const main = placed.filter(({ group }) => group === 'containers')
  const sidecars = placed.filter(({ group, container }) => group === 'initContainers' && isSidecar(container))
  if (restartPolicy === 'Never' && init.some(hasFailed)) return 'Failed'
  const hasInitialized = main.some(
    ({ status: { state, lastState } }) => state?.running ?? state?.terminated ?? lastState?.terminated,
  )
  if (init.some(isPending)) return 'Pending'
  if (!hasInitialized && sidecars.some(isStarting)) return 'Pending'
  if ([...main, ...sidecars].some(isWaiting)) return 'Pending'
  if ([...main, ...sidecars].some(({ status }) => status.state?.running)) return 'Running'
  if (!isOver && restartPolicy === 'Always') return 'Running'
  if (main.every(({ status }) => status.state?.terminated?.exitCode === 0)) return 'Succeeded'
  return isOver || restartPolicy === 'Never' ? 'Failed' : 'Running'
}

const hasFailed = ({ status: { state, lastState } }: Placed) =>
  ((state?.waiting ? lastState?.terminated : state?.terminated)?.exitCode ?? 0) !== 0

const isPending = ({ status: { state, lastState } }: Placed) =>
  state?.terminated === undefined && (state?.running !== undefined || lastState?.terminated === undefined)

const isStarting = ({ status: { state, started, lastState } }: Placed) =>
  state?.running ? started !== true : state?.waiting !== undefined && lastState?.terminated === undefined

const isWaiting = ({ status: { state, lastState } }: Placed) =>
  state?.waiting !== undefined && lastState?.terminated === undefined
