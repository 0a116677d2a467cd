//! Runs of a test's own function, each with a fault, by the lines of `fakecluster ctl sweep --lines`.

use std::any::Any;
use std::fmt::Display;
use std::future::Future;
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::{ChildStdin, Command};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{json, Value};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::ask::{Access, Error};
use crate::cluster::{Cluster, Request};
use crate::server::{command, said_in, spawned};

/// What a scenario may return: a result, or nothing. It also fails by a panic.
pub trait Outcome {
    /// Returns what went wrong, if anything did.
    fn problem(self) -> Option<String>;
}

impl Outcome for () {
    fn problem(self) -> Option<String> {
        None
    }
}

impl<T, E: Display> Outcome for Result<T, E> {
    fn problem(self) -> Option<String> {
        self.err().map(|error| error.to_string())
    }
}

/// What a sweep may be told.
#[derive(Clone, Debug, Default)]
pub struct SweepOptions {
    within: Option<Duration>,
}

impl SweepOptions {
    /// How long a run may take in real time (default one minute).
    pub fn within(mut self, limit: Duration) -> Self {
        self.within = Some(limit);
        self
    }

    pub(crate) fn words(&self) -> Vec<String> {
        let within = self.within.map(|limit| format!("{}ms", limit.as_millis()));
        flags([("--within", within)])
    }
}

/// What an exploration may be told.
#[derive(Clone, Debug, Default)]
pub struct ExploreOptions {
    within: Option<Duration>,
    seed: Option<i64>,
    runs: Option<u32>,
    most: Option<u32>,
}

impl ExploreOptions {
    /// How long a run may take in real time (default one minute).
    pub fn within(mut self, limit: Duration) -> Self {
        self.within = Some(limit);
        self
    }

    /// What decides which faults are tried together (default 1).
    pub fn seed(mut self, seed: i64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// How many combinations to try (default 100).
    pub fn runs(mut self, runs: u32) -> Self {
        self.runs = Some(runs);
        self
    }

    /// How many faults one run has at most (default 4).
    pub fn most(mut self, most: u32) -> Self {
        self.most = Some(most);
        self
    }

    pub(crate) fn words(&self) -> Vec<String> {
        flags([
            ("--within", self.within.map(|limit| format!("{}ms", limit.as_millis()))),
            ("--seed", self.seed.map(|seed| seed.to_string())),
            ("--runs", self.runs.map(|runs| runs.to_string())),
            ("--most", self.most.map(|most| most.to_string())),
        ])
    }
}

fn flags<const N: usize>(given: [(&str, Option<String>); N]) -> Vec<String> {
    given.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?])).flatten().collect()
}

/// What came of a sweep.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Report {
    pub runs: usize,
    pub requests: Vec<Request>,
    pub findings: Vec<Value>,
    /// The faults that never came about, as no such request was sent again.
    pub unfired: Vec<String>,
    /// Tells of all findings, one a line.
    pub text: String,
}

impl Report {
    /// Panics with what was found.
    #[track_caller]
    pub fn expect_none(&self) {
        assert!(self.findings.is_empty(), "{} findings in {} runs:\n{}", self.findings.len(), self.runs, self.text);
    }
}

/// A line: a run to begin, the word to end it, or the report.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Line {
    url: String,
    kubeconfig: String,
    cancel: bool,
    report: Option<Report>,
}

/// Starts the command, and runs the scenario for each fork that it prints.
pub(crate) fn run<S, F>(access: &Access, scenario: S, called: &str, flags: &[String]) -> Result<Report, Error>
where
    S: Fn(Cluster) -> F + Send + Sync + 'static,
    F: Future,
    F::Output: Outcome,
{
    let words = command()?;
    let mut program = Command::new(&words[0]);
    program.args(&words[1..]).args(["ctl", called, "--lines", "--server", &access.url]).args(flags);
    if access.url.starts_with("https:") {
        program.arg("--insecure");
    }
    if let Some(token) = &access.token {
        program.env("FAKECLUSTER_TOKEN", token);
    }
    let (mut child, lines, errors) = spawned(&mut program)?;
    let answers = Arc::new(Mutex::new(child.stdin.take()));
    let scenario = Arc::new(scenario);
    // The end of the run that is under way: it takes too long when this is dropped.
    let mut _cancel = None;
    for text in lines.lines() {
        let line: Line = serde_json::from_str(&text?)?;
        if let Some(report) = line.report {
            drop(answers.lock().unwrap_or_else(PoisonError::into_inner).take());
            child.wait()?;
            return Ok(report);
        }
        _cancel = None;
        if !line.cancel {
            let (end, cancelled) = oneshot::channel();
            _cancel = Some(end);
            let (token, scenario, answers) = (access.token.clone(), scenario.clone(), answers.clone());
            thread::spawn(move || answer(&answers, play(line, token, &*scenario, cancelled)));
        }
    }
    child.wait()?;
    Err(Error::Start(format!("the sweep could not run:\n{}", said_in(errors))))
}

fn answer(answers: &Mutex<Option<ChildStdin>>, problem: Option<String>) {
    let said = problem.map_or(json!({}), |error| json!({ "error": error }));
    if let Some(input) = answers.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        // Where the command has ended, it says why itself.
        let _ = writeln!(input, "{said}");
    }
}

/// Runs the scenario on a fork, in a runtime of its own, with which everything ends that it has spawned. Returns what
/// went wrong.
fn play<S, F>(line: Line, token: Option<String>, scenario: &S, cancelled: oneshot::Receiver<()>) -> Option<String>
where
    S: Fn(Cluster) -> F,
    F: Future,
    F::Output: Outcome,
{
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(problem) => return Some(problem.to_string()),
    };
    let played = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            let cluster = match Cluster::at(Access { url: line.url, token }, line.kubeconfig).await {
                Ok(cluster) => cluster,
                Err(problem) => return Some(problem.to_string()),
            };
            tokio::select! {
                outcome = scenario(cluster) => outcome.problem(),
                _ = cancelled => Some("cancelled, as it took too long".to_owned()),
            }
        })
    }));
    runtime.shutdown_background();
    played.unwrap_or_else(|panic| Some(said_by(&*panic)))
}

/// Returns the first line of what a panic said.
fn said_by(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.and_then(|text| text.lines().next()).unwrap_or("failed").to_owned()
}
