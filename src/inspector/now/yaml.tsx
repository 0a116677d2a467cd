import { useMemo, useState } from 'preact/hooks'
import { withMembers } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import { type FieldOwner, ownedPaths } from '../model/owned-paths.js'
import { type YamlLine, yamlLines } from '../model/yaml-lines.js'
import { Words } from '../parts/code-lines.js'

/** Number of lines shown at first: a CustomResourceDefinition may have tens of thousands. */
const MOST = 1500

/** An object as YAML, with the owner of each field beside the first of consecutive lines. */
export function Yaml(props: { readonly object: KubeObject; readonly onEdit: (() => void) | undefined }) {
  const { object, onEdit } = props
  const [raw, setRaw] = useState(false)
  const [whole, setWhole] = useState(false)
  const lines = useMemo(() => {
    const { managedFields, ...metadata } = object.metadata
    return yamlLines(raw ? object : withMembers(object, { metadata }), ownedPaths(managedFields))
  }, [object, raw])
  const drawn = whole ? lines : lines.slice(0, MOST)
  return (
    <div class="yaml">
      <div class="yaml-options">
        <label class="option">
          <input type="checkbox" checked={raw} onChange={(event) => setRaw(event.currentTarget.checked)} />{' '}
          managedFields
        </label>
        {onEdit && (
          <button type="button" class="small" onClick={onEdit}>
            Edit
          </button>
        )}
      </div>
      <div class="code" role="region" aria-label="YAML" tabIndex={0}>
        {drawn.map((line, i) => (
          <Line key={i} line={line} before={drawn[i - 1]} />
        ))}
      </div>
      {drawn.length < lines.length && (
        <button type="button" onClick={() => setWhole(true)}>
          All {lines.length} lines
        </button>
      )}
    </div>
  )
}

function Line({ line, before }: { readonly line: YamlLine; readonly before: YamlLine | undefined }) {
  const { owners } = line
  const names = namesOf(owners)
  const first = names !== namesOf(before?.owners ?? [])
  return (
    <div class="line">
      <span class={`owner ${first && names !== '' ? 'first' : ''}`} title={owners.map(aboutOwner).join('\n')}>
        {first ? names : ''}
      </span>
      <Words line={line} />
    </div>
  )
}

const namesOf = (owners: readonly FieldOwner[]) => owners.map(({ manager }) => manager).join(', ')

const aboutOwner = ({ manager, operation, subresource, time }: FieldOwner) =>
  `${manager}: ${operation}${subresource === '' ? '' : ` of ${subresource}`}${time === '' ? '' : `, ${time}`}`
