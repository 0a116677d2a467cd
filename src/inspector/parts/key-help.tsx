import { useEffect, useRef } from 'preact/hooks'

const KEYS = [
  ['/', 'Move to the filter'],
  ['Escape', 'Empty or leave the filter; close what is open'],
  ['↑ ↓', 'Move through kinds, tables, problems and trees'],
  ['Home End', 'The first, the last one'],
  ['Enter', 'Open; in a table, move to what is open beside it'],
  ['← →', 'Choose a tab'],
  ['?', 'Show the keys'],
] as const

/** The keys of the page, in a dialog. */
export function KeyHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) ref.current?.showModal()
    else ref.current?.close()
  }, [open])
  return (
    <dialog class="keys" ref={ref} aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title">Keys</h2>
      <dl>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  )
}
