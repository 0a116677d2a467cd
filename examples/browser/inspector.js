/** Shows the inspector on a cluster in this page: its page asks the cluster where it would ask the server it came from. */
export async function showInspector(element, cluster) {
  const page = await (await fetch('../../dist/inspector/index.html')).text()
  const frame = Object.assign(document.createElement('iframe'), { title: 'Inspector' })
  element.replaceChildren(frame)
  frame.contentWindow.fetch = (input, init) => cluster.fetch(input, init)
  // A document that is written keeps the window it is written into.
  frame.contentDocument.open()
  frame.contentDocument.write(page)
  frame.contentDocument.close()
}
