import { counted } from '../../base/text/counted.js'
import { useMemo } from 'preact/hooks'
import { withMembers } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import { type LinePair, diffLines, foldAlike } from '../model/line-diff.js'
import { hanging } from './code-lines.js'
import { lineText, yamlLines } from '../model/yaml-lines.js'

/** An object before and after a change, as YAML side by side, with equal parts hidden. */
export function SideBySide({
  before,
  after,
}: {
  readonly before: KubeObject | undefined
  readonly after: KubeObject | undefined
}) {
  const parts = useMemo(() => foldAlike(diffLines(linesOf(before), linesOf(after))), [before, after])
  return (
    <div class={`sides code ${before && after ? '' : 'one'}`} role="region" aria-label="Before and after" tabIndex={0}>
      {parts.map((part, i) =>
        'alike' in part ? (
          <div key={i} class="alike">
            {counted(part.alike, 'line')} alike
          </div>
        ) : (
          part.pairs.map((pair, k) => <Pair key={`${i} ${k}`} pair={pair} />)
        ),
      )}
    </div>
  )
}

/** Formats an object without `managedFields`, which differ after every change. */
function linesOf(object: KubeObject | undefined): readonly string[] {
  if (!object) return []
  const { managedFields: _, ...metadata } = object.metadata
  return yamlLines(withMembers(object, { metadata })).map(lineText)
}

const Pair = ({ pair: { type, left, right } }: { readonly pair: LinePair }) => (
  <div class={`pair ${type}`}>
    <div class={left === undefined || type === 'same' ? '' : 'gone'} style={hanging(indentOf(left))}>
      {left}
    </div>
    <div class={right === undefined || type === 'same' ? '' : 'come'} style={hanging(indentOf(right))}>
      {right}
    </div>
  </div>
)

const indentOf = (line = '') => line.length - line.trimStart().length
