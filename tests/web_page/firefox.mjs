// Play a game by clicking, in Firefox, and review it if asked: `node firefox.mjs`, with
// {page, mine, aim, wish, learn, firefox} on standard input; `learn`: whether the game is reviewed.
// Prints {clicks, end, because, tried, wrong}: why the first mistake is one, and the moves of the
// branch that was tried. AICORE_PUPPETEER is the folder that has the module puppeteer-core.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const given = JSON.parse(readFileSync(0, "utf8"));
const require = createRequire(`${process.env.AICORE_PUPPETEER}/`);
const { default: puppeteer } = require("puppeteer-core");
const MAX_CLICKS = 400;
const TIMEOUT = 120_000;

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: given.firefox,
  headless: true,
  defaultViewport: null, // the window's size: this Firefox may not know all that a viewport sets
  args: ["--width=1280", "--height=800"],
});
const wrong = [];
try {
  const open = async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT);
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => ["error", "warn"].includes(message.type()) && wrong.push(message.text()));
    await page.goto(given.page);
    await until(page, () => document.documentElement.dataset.engine === "ready");
    return page;
  };
  const first = await open();
  await until(first, () => navigator.serviceWorker.controller !== null);
  await first.close();
  const page = await open(); // from the snapshot
  await page.evaluate(async (wish) => {
    const { api, route } = await import(new URL("static/page.js", location.href.split("?")[0]));
    const made = await api.create(wish);
    const { address, go } = route;
    go(address("table", made.table, made.owner));
  }, given.wish);
  await present(page, ".board svg");
  let clicks = 0;
  let over = false;
  while (clicks < MAX_CLICKS) {
    await until(page, `(${given.mine})()`);
    over = await page.evaluate(() => document.querySelector("main").dataset.state === "over");
    if (over) break;
    await move(page, ++clicks);
  }
  const end = over ? await page.$eval("section.end", (element) => element.innerText) : "";
  const { because, tried } = over && given.learn ? await learn(page) : { because: [], tried: [] };
  console.log(JSON.stringify({ clicks, end, because, tried, wrong }));
} finally {
  await browser.close();
}

// Wait until a function or an expression is true in the page. Puppeteer's own waiting makes a
// function from text there, which the page's policy forbids.
async function until(page, condition, ...given) {
  const end = Date.now() + TIMEOUT;
  while (!(await page.evaluate(condition, ...given))) {
    if (Date.now() > end) throw new Error(`still waiting for ${condition} ${given}; ${wrong}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function present(page, selector) {
  await until(page, (text) => document.querySelector(text) !== null, selector);
}

// Click on a thing once it can be used and no longer moves.
async function click(page, selector) {
  await until(page, (text) => document.querySelector(text)?.checkVisibility() && !document.querySelector(text).disabled, selector);
  const place = () => page.$eval(selector, (element) => JSON.stringify(element.getBoundingClientRect()));
  for (let before = ""; before !== (before = await place()); ) await new Promise((done) => setTimeout(done, 200));
  await page.click(selector);
}

// Make one click toward a move: confirm or pick the choice, or extend it.
async function move(page, number) {
  const [confirm, pick] = [await page.$("[data-do=confirm]"), await page.$(".pick")];
  const place = pick || (confirm && number % 3) ? null : await page.evaluate(`(${given.aim})(${(number * 0.37) % 1})`);
  if (pick) await pick.click();
  else if (place) await page.mouse.click(...place);
  else await confirm.click();
}

// Review the game, ask why the first mistake is one, try the better move, and play a hint on.
async function learn(page) {
  await click(page, "[data-do=review]");
  await present(page, ".graph polyline");
  await click(page, "[data-do=why]");
  await present(page, ".because");
  const because = await page.$$eval(".because", (found) => found.map((element) => element.innerText));
  await click(page, "[data-do=try-better]");
  await until(page, () => document.querySelectorAll(".trial .step").length > 1);
  await click(page, "[data-do=hint]");
  await click(page, ".hint-bar .main");
  await until(page, () => document.querySelectorAll(".trial .step").length > 2);
  return { because, tried: await page.$$eval(".trial .step", (found) => found.map((element) => element.innerText)) };
}
