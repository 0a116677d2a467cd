import { frozenCopy } from '../../base/json/frozen-copy.js'
import { createGlobTest } from '../../base/text/glob.js'
import type { KubeObject } from '../../schema/object.js'
import { createLabelTest } from '../../model/select/object-match.js'
import type { ContainerPlay, ContainerScript } from './types.js'

/** The fields of a container that scripts match. */
type ScriptedContainer = { readonly name: string; readonly image: string }

/** The active scripts, in order of precedence. */
export type ContainerScriptState = readonly ContainerScript[]

/** The container scripts of a cluster. */
export type ContainerScripts = {
  /** Returns the scripted behaviour of a container: each field from the first matching script that sets it. */
  readonly of: (pod: Pick<KubeObject, 'metadata'>, container: ScriptedContainer) => ContainerPlay
  /** Adds validated scripts before the existing ones; returns a function that removes them. */
  readonly add: (scripts: readonly ContainerScript[]) => () => void
  /** Adds validated scripts after the existing ones, which have precedence. */
  readonly addLast: (scripts: readonly ContainerScript[]) => void
  /** Calls back after each change of the scripts; returns a function that ends this. */
  readonly listen: (listener: () => void) => () => void
  readonly snapshot: () => ContainerScriptState
  readonly restore: (state: ContainerScriptState) => void
}

/** Returns a copy of the scripts in an option, one or more. */
export const scriptsOf = ({
  containers = [],
}: {
  readonly containers?: ContainerScript | readonly ContainerScript[]
}): readonly ContainerScript[] => frozenCopy([containers].flat())

type Test = (pod: Pick<KubeObject, 'metadata'>, container: ScriptedContainer) => boolean

const NOTHING: ContainerPlay = {}
const tests = new WeakMap<ContainerScript, Test>()

/**
 * Creates the container scripts of a cluster from an earlier state. `changed` is called with the active scripts after
 * each change.
 */
export function createContainerScripts(
  from: ContainerScriptState = [],
  changed: (scripts: ContainerScriptState) => void = () => undefined,
): ContainerScripts {
  let scripts = from
  const listeners = new Set<() => void>()
  const set = (next: ContainerScriptState) => {
    scripts = next
    for (const listener of [...listeners]) listener()
  }
  const change = (next: ContainerScriptState) => {
    set(next)
    changed(next)
  }
  return {
    of(pod, container) {
      if (scripts.length === 0) return NOTHING
      const found = scripts.filter((script) => testOf(script)(pod, container))
      // The first script takes precedence.
      return found.length === 0 ? NOTHING : Object.assign({}, ...[...found].reverse().map(playOf))
    },
    add(added) {
      change([...added, ...scripts])
      return () => change(scripts.filter((script) => !added.includes(script)))
    },
    addLast: (added) => change([...scripts, ...added]),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: () => scripts,
    restore: set,
  }
}

function playOf({ image: _, container: __, pod: ___, namespace: ____, labels: _____, ...play }: ContainerScript) {
  // Both say how a run ends, so that one replaces the other.
  return play.exit ? { crash: undefined, ...play } : play.crash ? { exit: undefined, ...play } : play
}

function testOf(script: ContainerScript): Test {
  let test = tests.get(script)
  if (!test) tests.set(script, (test = createTest(script)))
  return test
}

function createTest({ image, container, pod, namespace, labels = {} }: ContainerScript): Test {
  const imageTest = createGlobTest(image)
  const containerTest = createGlobTest(container)
  const podTest = createGlobTest(pod)
  const namespaceTest = createGlobTest(namespace)
  const labelTest = createLabelTest(labels)
  return ({ metadata }, { name, image }) =>
    imageTest(image) &&
    containerTest(name) &&
    podTest(metadata.name ?? '') &&
    namespaceTest(metadata.namespace ?? '') &&
    labelTest(metadata.labels ?? {})
}
