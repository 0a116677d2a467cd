import type { JsonPatchOperation } from '../../model/patch/diff.js'
import { formatObject, formatRequest } from './format.js'
import type { Why, WhyStep } from './why-types.js'

/** Formats the history of an object for people, without managed fields and resource versions. */
export function formatWhy({ kind, namespace, name, steps, complete }: Omit<Why, 'toString'>): string {
  const head = `${formatObject({ kind, namespace, name })}: ${steps.length === 0 ? 'no change of it is held' : `${steps.length} changes${complete ? '' : ', older ones are no longer held'}`}`
  return [head, ...steps.flatMap((step) => linesOf(step).map((line) => `  ${line}`))].join('\n')
}

function linesOf(step: WhyStep): readonly string[] {
  const { revision, type, request, manager, subresource, patch, because } = step
  const who = request ? formatRequest(request) : `${manager}${subresource ? ` (${subresource})` : ''}`
  return [
    `${revision} ${type} by ${who}`,
    ...(type === 'changed' ? patch.filter(isTelling).map((operation) => `  ${formatOperation(operation)}`) : []),
    ...(request?.hooks ?? []).map(({ phase, site }) => `  hook ${phase} of ${site}`),
    ...(because ? [`  because of ${formatObject(because)}`, ...linesOf(because).map((line) => `    ${line}`)] : []),
  ]
}

const isTelling = ({ path }: JsonPatchOperation) =>
  !path.startsWith('/metadata/managedFields') && path !== '/metadata/resourceVersion'

const LONGEST = 100

function formatOperation(operation: JsonPatchOperation): string {
  if (operation.op === 'remove') return `- ${operation.path}`
  const value = JSON.stringify(operation.value)
  return `${operation.op === 'add' ? '+' : '~'} ${operation.path} ${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}`
}
