import { StatusError } from '../../base/errors/status.js'
import type { BundleLogs } from '../../cluster/bundle/types.js'
import { createContainerScripts } from '../../rest/containers/container-scripts.js'
import { type LoggedLine, createLog } from '../../rest/containers/log-lines.js'
import { runOf } from '../../rest/connect/log-run.js'
import { type PodSeen, containerOf } from '../../rest/connect/pod-container.js'

/** The log of a container, or why there is none, in the server's words. */
type ShownLog = { readonly lines: readonly LoggedLine[]; readonly fault?: string }

/** Which log to show: of the current run, or of the one before it. */
type Wanted = { readonly container: string; readonly previous: boolean }

/** Returns the names of a pod's containers, first those that are not init or ephemeral containers. */
export function containerNames({ spec = {} }: PodSeen): readonly string[] {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec
  return [...containers, ...initContainers, ...ephemeralContainers].map(({ name }) => name)
}

/** Tells whether a container has ended before, so that there is a previous log. */
export function hasPrevious(pod: PodSeen, container: string): boolean {
  try {
    return runOf(pod, container, true).id !== ''
  } catch {
    return false
  }
}

/** Returns what a container has logged up to a time by the scripts of a Bundle, as the server would. */
export function logOf(
  pod: PodSeen,
  { container, previous }: Wanted,
  scripts: readonly BundleLogs[],
  now: number,
): ShownLog {
  if (!pod.spec?.nodeName) return { lines: [], fault: 'It is on no node yet.' }
  try {
    const named = containerOf(pod, container)
    const run = runOf(pod, container, previous)
    const log = createLog(createContainerScripts(scripts).of(pod, named), run)
    return { lines: log.upTo(Math.min(now, run.end ?? now)) }
  } catch (error) {
    if (error instanceof StatusError) return { lines: [], fault: error.message }
    throw error
  }
}
