// The script of report.html. The page is whole without it: it adds the filter, the copy buttons, and opens what a link
// or the printer needs. Text of the report is only ever compared, never made into markup.

const MOST_OPENED = 200;

const filter = document.getElementById('filter');
const fields = {
  outcome: document.getElementById('filter-outcome'),
  level: document.getElementById('filter-level'),
  operation: document.getElementById('filter-operation'),
  text: document.getElementById('filter-text'),
};
const count = document.getElementById('filter-count');
const announcement = document.getElementById('announcement');

const rows = [...document.querySelectorAll('#requirements details.requirement')].map((row) => ({
  row,
  part: row.parentElement,
  words: '',
  checks: [...row.querySelectorAll('.check')].map((check) => ({ check, words: '' })),
}));
const openedByFilter = new Set();
let wordsRead = false;

/** The words of the page are read when a text is looked for, and once. */
function readWords() {
  if (wordsRead) return;
  wordsRead = true;
  for (const entry of rows) {
    entry.words = entry.row.querySelector('summary').textContent.toLowerCase();
    for (const each of entry.checks) each.words = each.check.textContent.toLowerCase();
  }
}

/** A requirement is shown with those of its checks that match; one without checks is shown if it matches itself. */
function applyFilter() {
  const outcome = fields.outcome.value;
  const terms = fields.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const active = outcome !== '' || fields.level.value !== '' || fields.operation.value !== '' || terms.length > 0;
  if (terms.length > 0) readWords();
  const shown = [];
  let checksShown = 0;
  for (const entry of rows) {
    const { row } = entry;
    const own =
      (fields.level.value === '' || row.dataset.level === fields.level.value) &&
      (fields.operation.value === '' || row.dataset.operation === fields.operation.value);
    let checksOfRow = 0;
    for (const { check, words } of entry.checks) {
      const matches =
        own &&
        (outcome === '' || check.dataset.outcome === outcome) &&
        terms.every((term) => words.includes(term) || entry.words.includes(term));
      if (check.hidden === matches) check.hidden = !matches;
      if (matches) checksOfRow += 1;
    }
    const alone =
      own &&
      entry.checks.length === 0 &&
      (outcome === '' || row.dataset.outcome === outcome) &&
      terms.every((term) => entry.words.includes(term));
    const visible = checksOfRow > 0 || alone;
    if (row.hidden === visible) row.hidden = !visible;
    if (visible) shown.push(row);
    checksShown += checksOfRow;
  }
  const parts = new Set(shown.map((row) => row.parentElement));
  for (const { part } of rows) part.hidden = !parts.has(part);
  openShown(active && checksShown <= MOST_OPENED ? shown : []);
  count.textContent = active
    ? `${shown.length} of ${rows.length} requirements, ${checksShown} ${checksShown === 1 ? 'check' : 'checks'}`
    : `${rows.length} requirements`;
}

/** Few matches are opened, so that they can be read at once; what a filter opened it closes again. */
function openShown(shown) {
  for (const row of openedByFilter) if (!shown.includes(row)) row.open = false;
  openedByFilter.clear();
  for (const row of shown) {
    if (!row.open) {
      row.open = true;
      openedByFilter.add(row);
    }
  }
}

function clearFilter() {
  for (const field of Object.values(fields)) field.value = '';
  applyFilter();
}

/** Opens what stands around the target of the address, and the target itself. */
function revealTarget() {
  const target = document.getElementById(targetId());
  if (target === null) return;
  if (target.closest('[hidden]') !== null) clearFilter();
  for (let at = target; at !== null; at = at.parentElement) if (at.matches('details')) at.open = true;
  target.scrollIntoView();
}

function targetId() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

/** Commands get their button when they come into sight: there may be thousands. */
function addCopyButtons(root) {
  for (const command of root.querySelectorAll('pre.command:not(.copy + *)')) {
    if (command.closest('details:not([open])') !== null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    command.before(button);
  }
}

async function copyCommand(button) {
  const command = button.nextElementSibling;
  const copied = await copyText(command);
  button.textContent = copied ? 'Copied' : 'Selected';
  announcement.textContent = copied ? 'The command is copied.' : 'The command is selected; copy it with the keyboard.';
}

/** A page from disk may not have a clipboard in every browser: then the command is selected. */
async function copyText(command) {
  try {
    await navigator.clipboard.writeText(command.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(command);
    return document.execCommand('copy');
  }
}

const openedForPrint = new Set();

function openForPrint() {
  for (const part of document.querySelectorAll('.requirement, .violation details, .others')) {
    if (part.open) continue;
    part.open = true;
    openedForPrint.add(part);
  }
}

function closeAfterPrint() {
  for (const part of openedForPrint) part.open = false;
  openedForPrint.clear();
}

if (filter !== null) {
  filter.hidden = false;
  filter.addEventListener('input', applyFilter);
  document.getElementById('filter-clear')?.addEventListener('click', clearFilter);
  applyFilter();
}
addCopyButtons(document);
document.addEventListener('toggle', (event) => addCopyButtons(event.target), true);
document.addEventListener('click', (event) => {
  const button = event.target.closest('button.copy');
  if (button !== null) void copyCommand(button);
  const link = event.target.closest('a');
  if (link !== null && link.hash !== '' && link.hash === location.hash) revealTarget();
});
addEventListener('hashchange', revealTarget);
addEventListener('beforeprint', openForPrint);
addEventListener('afterprint', closeAfterPrint);
revealTarget();
