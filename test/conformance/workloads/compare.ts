import { isObject } from '../../../src/base/json/json.js'
import { type Compared, diff } from '../compare.js'
import { groupBy } from '../group-by.js'
import type { Played, Scene } from './scenario.js'

/** Compares a scenario with its recording: it is the same if every scene is. The step is the first one that differs. */
export function compareScenario({ name, scenes: want }: Played, { scenes: got }: Played): Compared {
  const step = want.findIndex((scene, at) => compareScenes(scene, got[at] ?? {}).length > 0)
  return step < 0
    ? { story: name, step: want.length, verdict: 'same', differences: [] }
    : { story: name, step, verdict: 'differs', differences: compareScenes(want[step] ?? {}, got[step] ?? {}) }
}

/**
 * Lists the differences of two scenes: field by field where each has one object of a name, else by the number of
 * objects.
 */
function compareScenes(want: Scene, got: Scene): readonly string[] {
  const texts = [...new Set([...Object.keys(want), ...Object.keys(got)])].filter((text) => want[text] !== got[text])
  return [...groupBy(texts.sort(), nameOf)].flatMap(([name, group]) => {
    const [wanted, found] = [want, got].map((scene) => group.filter((text) => text in scene))
    if (wanted?.length === 1 && found?.length === 1 && wanted[0] !== found[0])
      return diff(JSON.parse(wanted[0] ?? ''), JSON.parse(found[0] ?? ''), name)
    return group.map((text) => `want ${want[text] ?? 0}, got ${got[text] ?? 0}: ${text}`)
  })
}

function nameOf(text: string): string {
  const object: unknown = JSON.parse(text)
  if (!isObject(object) || !isObject(object['metadata'])) return text
  return `${String(object['kind'])} ${String(object['metadata']['name'])}`
}
