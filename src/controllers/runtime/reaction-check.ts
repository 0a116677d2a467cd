import { isGlob } from '../../base/text/glob.js'
import { isObject } from '../../base/json/json.js'
import type { Path, Problem, Shape } from '../../base/check/shape.js'
import { kindProblem } from '../../model/registry/kind-words.js'
import type { Registry } from '../../model/registry/registry.js'
import { reactionShape } from './reaction-shape.js'
import { checkTemplates } from './template-check.js'

/**
 * Returns the shape of the reactions of a cluster: their kind is served or may be defined later, and their templates
 * name fields of that kind.
 */
export const reactionShapeOf = (registry: Registry): Shape => ({
  check(value, path) {
    const problems = reactionShape.check(value, path)
    return problems.length > 0 || !isObject(value) ? problems : checkAgainst(registry, value, path)
  },
  schema: reactionShape.schema,
})

function checkAgainst(
  registry: Registry,
  reaction: { readonly [member: string]: unknown },
  path: Path,
): readonly Problem[] {
  const { when, then, choose } = reaction
  const kind = isObject(when) && typeof when['kind'] === 'string' ? when['kind'] : ''
  const problem = kind === '*' ? undefined : problemOf(registry, kind)
  if (problem !== undefined) return [{ path: [...path, 'when', 'kind'], text: problem }]
  const mapping = registry.mappings().find((each) => each.kind === kind || `${each.kind}.${each.group}` === kind)
  // For finding typos any version of a kind will do.
  return Object.entries({ when, then, choose }).flatMap(([name, part]) =>
    checkTemplates(
      part,
      [...path, name],
      mapping && registry.at(mapping.group, mapping.version, mapping.plural)?.schema,
    ),
  )
}

/** Checks that a reaction names one kind, as objects do: not its plural resource, and no pattern. */
function problemOf(registry: Registry, kind: string): string | undefined {
  if (isGlob(kind)) return `a reaction is about one kind, or "*" for all; ${JSON.stringify(kind)} is a pattern`
  const mapping = registry.mappings().find(({ plural, group }) => kind === plural || kind === `${plural}.${group}`)
  return mapping
    ? `${JSON.stringify(kind)} is a plural; did you mean ${JSON.stringify(kind.replace(mapping.plural, mapping.kind))}?`
    : kindProblem(registry, kind)
}
