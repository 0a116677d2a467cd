import { detached } from '../base/detached.js'
import { createGlobTest } from '../base/glob.js'
import type { KubeObject } from '../schema/object.js'
import { createLabelTest } from '../select/object-match.js'
import type { ContainerPlay, ContainerScript } from './types.js'

/** A container as scripts are matched by it. */
type ScriptedContainer = { readonly name: string; readonly image: string }

/** Scripts in force, in the order they are asked. */
export type ContainerScriptState = readonly ContainerScript[]

/** What scripts say of the containers of one cluster. */
export type ContainerScripts = {
  /** What is said of a container: of each member, by the first that says it among the scripts that match. */
  readonly of: (pod: Pick<KubeObject, 'metadata'>, container: ScriptedContainer) => ContainerPlay
  /** Puts scripts in force that were checked, before those there are; returns their end. */
  readonly add: (scripts: readonly ContainerScript[]) => () => void
  readonly snapshot: () => ContainerScriptState
  readonly restore: (state: ContainerScriptState) => void
}

/** The scripts an option gives, one or more, as they were then. */
export const scriptsOf = ({
  containers = [],
}: {
  readonly containers?: ContainerScript | readonly ContainerScript[]
}): readonly ContainerScript[] => detached([containers].flat())

type Test = (pod: Pick<KubeObject, 'metadata'>, container: ScriptedContainer) => boolean

const NOTHING: ContainerPlay = {}
const tests = new WeakMap<ContainerScript, Test>()

/**
 * Makes the scripts of a cluster, which continue from a state. Whoever wants to know is told of those in force after
 * each change.
 */
export function createContainerScripts(
  from: ContainerScriptState = [],
  changed: (scripts: ContainerScriptState) => void = () => undefined,
): ContainerScripts {
  let scripts = from
  const set = (next: ContainerScriptState) => {
    scripts = next
    changed(next)
  }
  return {
    of(pod, container) {
      if (scripts.length === 0) return NOTHING
      const found = scripts.filter((script) => testOf(script)(pod, container))
      // The first wins.
      return found.length === 0 ? NOTHING : Object.assign({}, ...[...found].reverse().map(playOf))
    },
    add(added) {
      set([...added, ...scripts])
      return () => set(scripts.filter((script) => !added.includes(script)))
    },
    snapshot: () => scripts,
    restore: (state) => void (scripts = state),
  }
}

function playOf({ image: _, container: __, pod: ___, namespace: ____, labels: _____, ...play }: ContainerScript) {
  // Both say how a run ends.
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
