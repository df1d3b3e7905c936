// A game by clicking, in Firefox, and what may be done after it: `node firefox.mjs`, with
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
});
const wrong = [];
try {
  const open = async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await page.setViewport({ width: 1280, height: 800 });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => ["error", "warn"].includes(message.type()) && wrong.push(message.text()));
    await page.goto(given.page);
    await page.waitForFunction(() => document.documentElement.dataset.engine === "ready");
    return page;
  };
  const first = await open();
  await first.waitForFunction(() => navigator.serviceWorker.controller);
  await first.close();
  const page = await open(); // from the snapshot
  await page.evaluate(async (wish) => {
    const { api, route } = await import(new URL("static/page.js", location.href.split("?")[0]));
    const made = await api.create(wish);
    const { address, go } = route;
    go(address("table", made.table, made.owner));
  }, given.wish);
  await page.waitForSelector(".board svg");
  let clicks = 0;
  let over = false;
  while (clicks < MAX_CLICKS) {
    await page.waitForFunction(`(${given.mine})()`);
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

// One click towards a move: what was chosen is confirmed, picked, or chosen further.
async function move(page, number) {
  const [confirm, pick] = [await page.$("[data-do=confirm]"), await page.$(".pick")];
  const place = pick || (confirm && number % 3) ? null : await page.evaluate(`(${given.aim})(${(number * 0.37) % 1})`);
  if (pick) await pick.click();
  else if (place) await page.mouse.click(...place);
  else await confirm.click();
}

// Review the game, ask why the first mistake is one, try the better move, and play a hint on.
async function learn(page) {
  await page.locator("[data-do=review]").click();
  await page.waitForSelector(".graph polyline");
  await page.locator("[data-do=why]").click();
  await page.waitForSelector(".because");
  const because = await page.$$eval(".because", (found) => found.map((element) => element.innerText));
  await page.locator("[data-do=try-better]").click();
  await page.waitForFunction(() => document.querySelectorAll(".trial .step").length > 1);
  await page.locator("[data-do=hint]").click();
  await page.locator(".hint-bar .main").click();
  await page.waitForFunction(() => document.querySelectorAll(".trial .step").length > 2);
  return { because, tried: await page.$$eval(".trial .step", (found) => found.map((element) => element.innerText)) };
}
