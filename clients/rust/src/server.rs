//! The servers that clusters of tests are forks of.

use std::collections::HashMap;
use std::env;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::ask::{Access, Error};
use crate::control::VERSION;

const INSTALL: &str = "fakecluster is not installed. Either
  npm install --global fakecluster      which needs Node.js 20.19 or later, or
  put its executable, which needs no Node.js, on the PATH by the name fakecluster, or
  FAKECLUSTER_BIN=/path/to/fakecluster  where either is elsewhere, or
  FAKECLUSTER_SERVER=http://HOST:PORT   to use a server that runs already";

/// Returns the words that run fakecluster: the program `FAKECLUSTER_BIN` names, that on the PATH, or npx.
pub(crate) fn command() -> Result<Vec<String>, Error> {
    command_in(|name| env::var(name).ok().filter(|value| !value.is_empty()))
}

fn command_in(variable: impl Fn(&str) -> Option<String>) -> Result<Vec<String>, Error> {
    if let Some(program) = variable("FAKECLUSTER_BIN") {
        return Ok(vec![program]);
    }
    let path = variable("PATH").unwrap_or_default();
    if let Some(program) = found_in(&path, "fakecluster") {
        return Ok(vec![program]);
    }
    let npx = found_in(&path, "npx").ok_or_else(|| Error::Start(INSTALL.to_owned()))?;
    Ok(vec![npx, "--yes".to_owned(), format!("fakecluster@{VERSION}")])
}

fn found_in(path: &str, program: &str) -> Option<String> {
    let ending = if cfg!(windows) { ".cmd" } else { "" };
    env::split_paths(path)
        .map(|folder| folder.join(format!("{program}{ending}")))
        .find(|file| Path::is_file(file))
        .map(|file| file.display().to_string())
}

/// A server that this process has started; it ends once the process no longer holds its standard input open.
struct Started {
    access: Access,
    _child: Child,
}

static STARTED: LazyLock<Mutex<HashMap<Vec<String>, Started>>> = LazyLock::new(Mutex::default);

/// Returns the server with these flags: the one `FAKECLUSTER_SERVER` names, or one that this process starts at first
/// use.
pub(crate) fn server_with(flags: Vec<String>) -> Result<Access, Error> {
    if let Some(url) = env::var("FAKECLUSTER_SERVER").ok().filter(|url| !url.is_empty()) {
        return Ok(Access { url: url.trim_end_matches('/').to_owned(), token: env::var("FAKECLUSTER_TOKEN").ok() });
    }
    // A start that panicked has left nothing behind.
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = started.get(&flags) {
        return Ok(server.access.clone());
    }
    let server = start(&flags)?;
    let access = server.access.clone();
    started.insert(flags, server);
    Ok(access)
}

fn start(flags: &[String]) -> Result<Started, Error> {
    let mut words = command()?;
    words.extend(["--port", "0", "--until-stdin-ends"].map(str::to_owned));
    if !flags.iter().any(|flag| flag == "--seed") {
        // With a seed, each run is the same, and the clock is virtual.
        words.extend(["--seed", "1"].map(str::to_owned));
    }
    words.extend_from_slice(flags);
    let (mut child, mut lines, errors) = spawned(Command::new(&words[0]).args(&words[1..]))?;
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        if let Some((_, said)) = line.split_once("listens on ") {
            let url = said.split_whitespace().next().unwrap_or_default().to_owned();
            thread::spawn(move || io::copy(&mut lines, &mut io::sink()));
            return Ok(Started { access: Access { url, token: token_in(flags) }, _child: child });
        }
        line.clear();
    }
    child.wait()?;
    Err(Error::Start(format!("{} did not start:\n{}", words.join(" "), said_in(errors))))
}

/// A program that runs, what it prints, and what it says on standard error.
pub(crate) type Running = (Child, BufReader<std::process::ChildStdout>, JoinHandle<String>);

/// Starts a program with pipes.
pub(crate) fn spawned(program: &mut Command) -> Result<Running, Error> {
    let mut child =
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|problem| {
            Error::Start(format!("cannot start {}: {problem}\n{INSTALL}", program.get_program().to_string_lossy()))
        })?;
    let (Some(output), Some(mut errors)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(Error::Start("the program has no pipes".to_owned()));
    };
    let heard = thread::spawn(move || {
        let mut said = Vec::new();
        // What it said until then is all there is to tell.
        let _ = errors.read_to_end(&mut said);
        String::from_utf8_lossy(&said).trim().to_owned()
    });
    Ok((child, BufReader::new(output), heard))
}

/// Returns what a program that has ended said on standard error.
pub(crate) fn said_in(errors: JoinHandle<String>) -> String {
    errors.join().unwrap_or_default()
}

fn token_in(flags: &[String]) -> Option<String> {
    let at = flags.iter().position(|flag| flag == "--token")?;
    flags.get(at + 1).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_fakecluster_it_says_what_to_install() {
        let nothing = command_in(|name| (name == "PATH").then(|| "/nowhere".to_owned()));
        assert!(nothing.unwrap_err().to_string().contains("npm install"));
    }

    #[test]
    fn a_program_that_is_named_is_taken() {
        assert_eq!(command_in(|_| Some("/bin/fake".to_owned())).unwrap(), ["/bin/fake"]);
    }
}
