/** A page that holds a Bundle and shows nothing of it. */
export const PLAIN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>fakecluster</title>
<p>This file holds what happened in a cluster. Read it with: fakecluster inspect FILE</p>
<script type="text/plain" id="bundle"></script>
</html>
`
