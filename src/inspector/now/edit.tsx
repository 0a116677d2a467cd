import { useEffect, useState } from 'preact/hooks'
import { isObject } from '../../base/json/json.js'
import type { BundleKind } from '../../cluster/bundle/types.js'
import type { Row } from '../model/rows.js'
import { lineText, yamlLines } from '../model/yaml-lines.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { TextWithLines } from '../parts/text-with-lines.js'
import { remove, useAction } from '../parts/use-action.js'
import { badLines } from '../model/bad-lines.js'
import type { Remote } from '../source/remote.js'

type EditProps = {
  readonly kind: BundleKind
  readonly row: Row
  readonly remote: Remote
  readonly refresh: () => void
  readonly onDone: () => void
}

/** Edits an object as YAML; the server validates it. */
export function Edit({ kind, row, remote, refresh, onDone }: EditProps) {
  const path = objectPath(kind, row)
  const [text, setText] = useState<string>()
  const { outcome, act } = useAction(remote, refresh)
  useEffect(() => {
    // Read from the server, as secret values are masked in the Bundle.
    void remote.ask(path).then((answer) => setText(answer.ok ? yamlOf(answer.value) : `# ${answer.message}\n`))
  }, [path])
  if (text === undefined) return <p class="empty">Asking for it…</p>
  const send = async (query: string, said: string) =>
    act(
      `${path}?fieldManager=inspector&fieldValidation=Strict${query}`,
      { method: 'PUT', body: text, type: 'application/yaml' },
      said,
    )
  const save = async () => {
    if ((await send('', 'Saved.')).ok) onDone()
  }
  const said = outcome.type === 'refused' ? [outcome.answer.message] : []
  return (
    <div class="edit">
      <TextWithLines label="Object as YAML" value={text} onInput={setText} bad={badLines(said, '')} rows={30} />
      <div class="row">
        <button type="button" class="primary" onClick={() => void save()}>
          Save
        </button>
        <button type="button" onClick={() => void send('&dryRun=All', 'The server would take it.')}>
          Check
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
        <button type="button" class="apart" onClick={() => void act(path, remove, 'Deleted.').then(onDone)}>
          Delete the object
        </button>
      </div>
      <OutcomeLine outcome={outcome} />
    </div>
  )
}

/** Formats an object as YAML, without `managedFields`, which the server maintains. */
function yamlOf(value: unknown): string {
  if (!isObject(value) || !isObject(value['metadata'])) return ''
  const { managedFields: _, ...metadata } = value['metadata']
  return `${yamlLines({ ...value, metadata })
    .map(lineText)
    .join('\n')}\n`
}

/** Returns the path of an object in the API. */
function objectPath({ apiVersion, resource, namespaced }: BundleKind, { namespace, name }: Row): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${group}${namespaced ? `/namespaces/${namespace}` : ''}/${resource}/${encodeURIComponent(name)}`
}
