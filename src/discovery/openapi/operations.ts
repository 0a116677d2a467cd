import { carriedKind } from '../../registry/carried.js'
import type { SubresourceName } from '../../registry/subresource-name.js'
import { subresourcesOf } from '../../registry/subresource-of.js'
import type { KindDef } from '../../registry/kind-def.js'
import type { Verb } from '../../registry/verb.js'
import type { Registry } from '../../registry/registry.js'
import { groupTag, groupWord, titled } from './names.js'
import type { Operation } from './operation.js'
import type { ParameterName } from './parameters.js'
import { type PathlessOperation, type Style, operationsByVerb, watchOperation } from './operations-by-verb.js'

const ITEM_WORDS = { create: 'create', get: 'read', update: 'replace', delete: 'delete', patch: 'patch' } as const

/** Every operation on a kind, told in a style. */
export function operationsOf(registry: Registry, def: KindDef, style: Style): readonly Operation[] {
  const { group, version, kind, plural } = def
  const namespaced = def.scope === 'Namespaced'
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`
  const collection = namespaced ? `/namespaces/{namespace}/${plural}` : `/${plural}`
  const subject = `${namespaced ? 'Namespaced' : ''}${kind}`
  const { main } = def.subresources

  const at = (path: string, word: string, name: string, pathless: PathlessOperation, about = def): Operation => ({
    path: root + path,
    ...pathless,
    id: `${word}${groupWord(registry, group)}${titled(version)}${name}`,
    tag: `${groupTag(registry, group)}_${version}`,
    about: { group: about.group, version: about.version, kind: about.kind },
    parameters: [...pathParameters(path), ...pathless.parameters].sort(),
  })
  const onItem = (verbs: readonly Verb[], end: string, name: string, of: KindDef) =>
    (['get', 'update', 'delete', 'patch', ...(end ? (['create'] as const) : [])] as const)
      .filter((verb) => verbs.includes(verb))
      .map((verb) =>
        at(
          `${collection}/{name}${end}`,
          ITEM_WORDS[verb],
          subject + name,
          operationsByVerb[verb](of, style),
          style.subresourcesAre === 'bodies' ? of : def,
        ),
      )
  const onSubresource = (verbs: readonly Verb[], subresource: SubresourceName) =>
    onItem(verbs, `/${subresource}`, titled(subresource), carriedKind(def, subresource))

  const operations = [
    ...onItem(main.verbs, '', '', def),
    ...subresourcesOf(def).flatMap(([subresource, { verbs }]) => onSubresource(verbs, subresource)),
  ]
  if (main.verbs.includes('list')) {
    operations.push(at(collection, 'list', subject, operationsByVerb.list(def, style)))
    if (namespaced)
      operations.push(at(`/${plural}`, 'list', `${kind}ForAllNamespaces`, operationsByVerb.list(def, style)))
  }
  if (main.verbs.includes('create'))
    operations.push(at(collection, 'create', subject, operationsByVerb.create(def, style)))
  if (main.verbs.includes('deletecollection'))
    operations.push(at(collection, 'delete', `Collection${subject}`, operationsByVerb.deletecollection(def, style)))
  if (style.oldPaths && main.verbs.includes('watch')) {
    operations.push(at(`/watch${collection}`, 'watch', `${subject}List`, watchOperation(def, 'watchlist', style)))
    operations.push(at(`/watch${collection}/{name}`, 'watch', subject, watchOperation(def, 'watch', style)))
    if (namespaced)
      operations.push(
        at(`/watch/${plural}`, 'watch', `${kind}ListForAllNamespaces`, watchOperation(def, 'watchlist', style)),
      )
  }
  return operations
}

const pathParameters = (path: string): readonly ParameterName[] =>
  (['name', 'namespace'] as const).filter((name) => path.includes(`{${name}}`))
