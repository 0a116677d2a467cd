import { bodyKind, subresourcesOf } from '../../../model/registry/subresource-of.js'
import type { SubresourceName } from '../../../model/registry/subresource-name.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { Verb } from '../../../model/registry/verb.js'
import type { Registry } from '../../../model/registry/registry.js'
import { connectionsUnder } from './connections.js'
import type { Descriptions } from './descriptions.js'
import { groupTag, groupWord, titled } from './names.js'
import type { Operation } from './operation.js'
import { operationWords } from './operation-words.js'
import { type ParameterName, describedParameter, hasParameter } from './parameters.js'
import { type PathlessOperation, type Style, operationsByVerb, watchOperation } from './operations-by-verb.js'

const ITEM_WORDS = { create: 'create', get: 'read', update: 'replace', delete: 'delete', patch: 'patch' } as const

/** Returns all operations of a kind. */
export function operationsOf(
  registry: Registry,
  def: KindDef,
  style: Style,
  texts: Descriptions,
): readonly Operation[] {
  const { kind, plural } = def
  const namespaced = def.scope === 'Namespaced'
  const collection = namespaced ? `/namespaces/{namespace}/${plural}` : `/${plural}`
  const subject = `${namespaced ? 'Namespaced' : ''}${kind}`
  const { main } = def.subresources
  const watched = style.oldPaths && main.verbs.includes('watch')
  const at = operationMaker(registry, def, watched, texts)

  const onItem = (verbs: readonly Verb[], of: KindDef, subresource?: SubresourceName) =>
    (['get', 'update', 'delete', 'patch', ...(subresource ? (['create'] as const) : [])] as const)
      .filter((verb) => verbs.includes(verb))
      .map((verb) =>
        at(
          `${collection}/{name}${subresource ? `/${subresource}` : ''}`,
          ITEM_WORDS[verb],
          subject + titled(subresource ?? ''),
          operationsByVerb[verb](of, style),
          style.subresourcesAre === 'bodies' ? of : def,
          subresource,
        ),
      )

  const operations = [
    ...onItem(main.verbs, def),
    ...subresourcesOf(def).flatMap(([name, { verbs }]) => onItem(verbs, bodyKind(def, name), name)),
    ...connectionsUnder(`${rootOf(def)}${collection}/{name}`, texts.connections),
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
  if (watched) {
    operations.push(at(`/watch${collection}`, 'watch', `${subject}List`, watchOperation('watchlist', style)))
    operations.push(at(`/watch${collection}/{name}`, 'watch', subject, watchOperation('watch', style)))
    if (namespaced)
      operations.push(
        at(`/watch/${plural}`, 'watch', `${kind}ListForAllNamespaces`, watchOperation('watchlist', style)),
      )
  }
  return operations
}

/** Returns a function that adds the path, id, tag and parameters of an operation. */
const operationMaker =
  (registry: Registry, def: KindDef, watched: boolean, texts: Descriptions) =>
  (
    path: string,
    word: string,
    name: string,
    pathless: PathlessOperation,
    about: KindDef = def,
    subresource?: SubresourceName,
  ): Operation => ({
    path: rootOf(def) + path,
    ...pathless,
    description: operationWords(pathless.action, { kind: def.kind, subresource, watched }),
    id: `${word}${groupWord(registry, def.group)}${titled(def.version)}${name}`,
    tag: `${groupTag(registry, def.group)}_${def.version}`,
    about: { group: about.group, version: about.version, kind: about.kind },
    parameters: [...pathParameters(path), ...pathless.parameters]
      .filter((parameter) => hasParameter(parameter, texts.parameters))
      .sort()
      .map((parameter) =>
        describedParameter(parameter, { action: pathless.action, kind: about.kind }, texts.parameters),
      ),
  })

const rootOf = ({ group, version }: KindDef) => (group ? `/apis/${group}/${version}` : `/api/${version}`)

const pathParameters = (path: string): readonly ParameterName[] =>
  (['name', 'namespace'] as const).filter((name) => path.includes(`{${name}}`))
