/**
 * The scripts that make a shell ask the command itself for completions: `fakecluster __complete WORD…` prints one
 * candidate per line, with its description after a tab, and `:files` if file names are possible.
 */
export const SCRIPTS: { readonly [shell in 'bash' | 'zsh' | 'fish']: string } = {
  bash: `_fakecluster() {
  local line word words
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
    else
      line="\${line%%$'\\t'*}"
      case "$line" in "$word"*) COMPREPLY+=("$line") ;; esac
    fi
  done < <("\${COMP_WORDS[0]}" __complete "\${words[@]}" 2> /dev/null)
}
complete -F _fakecluster fakecluster`,
  zsh: `#compdef fakecluster
_fakecluster() {
  local line about
  local -a found
  for line in "\${(@f)$(\${~\${(Q)words[1]}} __complete "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2> /dev/null)}"; do
    if [[ "$line" == ":files" ]]; then _files
    elif [[ -n "$line" ]]; then
      about="\${line#*$'\\t'}"
      line="\${line%%$'\\t'*}"
      [[ "$about" == "$line" ]] && about=
      found+=("\${line//:/\\\\:}\${about:+:\${about//\\\\/\\\\\\\\}}")
    fi
  done
  (( \${#found} )) && _describe fakecluster found
}
if [ "\${funcstack[1]}" = "_fakecluster" ]; then _fakecluster; else compdef _fakecluster fakecluster; fi`,
  fish: `function __fakecluster_complete
  set -l words (commandline -opc) (commandline -ct | string trim --left --chars '"\\'')
  set words[1] (string replace --regex '^~(?=/)' $HOME $words[1])
  for line in ($words[1] __complete $words[2..-1] 2> /dev/null)
    if test "$line" = ":files"
      __fish_complete_path $words[-1]
    else
      echo $line
    end
  end
end
complete -c fakecluster -f -a '(__fakecluster_complete)'`,
}
