import { useMemo } from 'preact/hooks'
import type { BundleKind } from '../../cluster/bundle/types.js'
import { counted } from '../model/counted.js'
import type { BrowserProps } from './browser-props.js'

type FilterBarProps = BrowserProps & {
  readonly kind: BundleKind
  readonly found: number
  readonly all: number
  readonly fault: string | undefined
  readonly wide: boolean
  readonly onWide: (wide: boolean) => void
}

/** The filters of rows (text, labels and namespace), and the number of matches. */
export function FilterBar(props: FilterBarProps) {
  const { kind, found, all, fault, where, go, wide, onWide, world } = props
  const spaces = world.get('v1/Namespace')
  const namespaces = useMemo(() => [...(spaces?.keys() ?? [])].sort(), [spaces])
  const set =
    (name: 'text' | 'labels' | 'namespace') => (event: { readonly currentTarget: { readonly value: string } }) =>
      go({ [name]: event.currentTarget.value }, { replace: true })
  return (
    <div class="filters" role="search">
      <h2>{kind.kind}</h2>
      <input type="search" aria-label="Text" placeholder="Filter" value={where.text} onInput={set('text')} />
      <input
        type="search"
        class="labels"
        aria-label="Label selector"
        placeholder="Labels: app=web"
        value={where.labels}
        onInput={set('labels')}
        aria-invalid={fault !== undefined}
        aria-describedby="label-fault"
      />
      {kind.namespaced && (
        <select aria-label="Namespace" value={where.namespace} onChange={set('namespace')}>
          <option value="">All namespaces</option>
          {namespaces.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      {kind.columns.some(({ priority }) => priority > 0) && (
        <label class="option">
          <input type="checkbox" checked={wide} onChange={(event) => onWide(event.currentTarget.checked)} /> Wide
        </label>
      )}
      <span class="tally" role="status">
        {counted(found, 'object', all)}
      </span>
      <span id="label-fault" class="bad" aria-live="polite">
        {fault}
      </span>
    </div>
  )
}
