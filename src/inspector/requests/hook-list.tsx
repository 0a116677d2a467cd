import { stringifyJson } from '../../base/json/json.js'
import type { BundleHook } from '../../cluster/bundle/types.js'

const short = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value))

/** The registered hooks, and how often each has fired. */
export function HookList({ hooks }: { readonly hooks: readonly BundleHook[] }) {
  if (hooks.length === 0) return <p class="empty">No hook is in force.</p>
  return (
    <div class="sheet">
      <table class="list" aria-label="Hooks">
        <thead>
          <tr>
            {['Id', 'Phase', 'Matches', 'Does', 'Options', 'Fired', 'Holds', 'From'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hooks.map(({ id, phase, match, then, options, calls, holding, site }) => (
            <tr key={id}>
              <td>{id}</td>
              <td>{phase}</td>
              <td>
                <code>{short(match)}</code>
              </td>
              <td>
                <code>{short(then)}</code>
              </td>
              <td>
                <code>{short(options)}</code>
              </td>
              <td class={calls === 0 ? 'dim' : ''}>{calls === 0 ? 'never' : `${calls}×`}</td>
              <td>{holding || ''}</td>
              <td class="dim">{site}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
