/* Optional comfort on reference pages: one toolbar that filters and unfolds rows, with its state in the address; links
   that are copied; search results that lead to nested rows. Everything can be read without it. */
(function () {
  "use strict";
  /* a theme that replaces pages without loading them anew runs the script of a page again */
  if (window.oasmapStart) { window.oasmapStart(); return; }
  window.oasmapStart = start;
  var SOURCES = "oasmap.sources", ROWS = "oasmap.rows";
  for (var fold = document.querySelector(":target"); fold; fold = fold.parentElement) {
    if (fold.matches("details.oa-in")) { fold.open = true; }
  }
  document.documentElement.classList.add("oa-ready");

  function counted(left, total) {
    return left + " of " + total;
  }
  function remembered(name) {
    try { return localStorage.getItem(name) === "open"; } catch (error) { return false; }
  }
  function remember(name, open) {
    try { localStorage.setItem(name, open ? "open" : ""); } catch (error) { /* private window: not remembered */ }
  }
  function element(name, attributes, children) {
    var made = document.createElement(name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    made.append.apply(made, children || []);
    return made;
  }

  /* --- the state of the toolbar is in the address, so that a link shows what its sender saw ---------------------- */
  function readState() {
    var given = new URLSearchParams(location.search);
    var only = (given.get("only") || "").split(",");
    return {
      filter: given.get("filter") || "",
      required: only.includes("required"),
      changed: only.includes("changed"),
      replaces: only.includes("replaces"),
      sources: given.get("show") === "sources" || remembered(SOURCES)
    };
  }
  function writeState(state) {
    var address = new URL(location.href);
    var only = state.kind || ["required", "changed", "replaces"].filter(function (key) { return state[key]; }).join(",");
    [["filter", state.filter], ["only", only], ["show", state.sources ? "sources" : ""]].forEach(function (pair) {
      if (pair[1]) { address.searchParams.set(pair[0], pair[1]); } else { address.searchParams.delete(pair[0]); }
    });
    address.search = address.search.replace(/%2C/g, ",");
    if (address.href !== location.href) { history.replaceState(history.state, "", address.href); }
  }

  /* --- rows ------------------------------------------------------------------------------------------------------ */
  function letters(text) { return text.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, ""); }
  var OWN = ":scope > a, :scope > del, :scope > i, :scope > div, :scope > small";
  var texts = new WeakMap();
  /* what a row is found by: its path, its name as the API spells it, its values, and its own words */
  function textOf(row) {
    if (!texts.has(row)) {
      var own = Array.from(row.querySelectorAll(OWN), function (part) { return part.textContent; }).join(" ");
      texts.set(row, { words: (row.id + " " + own).toLowerCase(), path: letters(row.id) });
    }
    return texts.get(row);
  }
  var REPLACES = ":scope > small > .oa-replaces, :scope > div > small > .oa-replaces";
  function listsIn(row) { return row.querySelectorAll(":scope > .oa-in > .oa-rows"); }
  /* returns how many rows are left of a list, and unfolds what has one that was looked for */
  function filterList(list, state) {
    var left = 0;
    Array.from(list.children).forEach(function (row) { left += filterRow(row, state); });
    list.hidden = left === 0;
    var title = list.previousElementSibling;
    if (title && title.matches(".oa-group")) { title.hidden = list.hidden; }
    return left;
  }
  function filterRow(row, state) {
    var text = textOf(row);
    var found = state.words.every(function (word) {
      return text.words.includes(word) || (letters(word) && text.path.includes(letters(word)));
    });
    if (state.changed && !row.matches(".oa-row--changed")) { found = false; }
    if (state.required && !row.matches(".oa-required")) { found = false; }
    if (state.replaces && !row.querySelector(REPLACES)) { found = false; }
    var inside = 0;
    listsIn(row).forEach(function (list) { inside += filterList(list, state); });
    var nested = row.querySelector(":scope > .oa-in");
    if (nested) {
      nested.hidden = inside === 0;
      if (state.isFiltered && inside && !nested.open) {
        nested.open = true;
        nested.dataset.unfolded = "";
      } else if (!state.isFiltered && "unfolded" in nested.dataset) {
        nested.open = false;
        delete nested.dataset.unfolded;
      }
    }
    unfoldValues(row.querySelector(":scope > div > .oa-values"), state.words);
    row.hidden = !found && inside === 0;
    return (found ? 1 : 0) + inside;
  }
  /* the values of a row, if one is looked for */
  function unfoldValues(fold, words) {
    if (!fold) { return; }
    var isThere = words.some(function (word) { return word.length > 2 && fold.lastChild.textContent.toLowerCase().includes(word); });
    if (isThere && !fold.open) { fold.open = true; fold.dataset.unfolded = ""; }
    if (!isThere && "unfolded" in fold.dataset) { fold.open = false; delete fold.dataset.unfolded; }
  }
  function filterPage(page, state, said, total) {
    state.words = wordsIn(state.filter);
    state.isFiltered = state.words.length > 0 || state.changed || state.required || state.replaces;
    var left = 0;
    page.querySelectorAll(":scope > ul.oa-rows").forEach(function (list) { left += filterList(list, state); });
    var nothing = state.filter ? "Nothing matches." : state.changed ? "Nothing has changed." : state.required ? "Nothing is required." : "Nothing forces replacement.";
    said.textContent = !state.isFiltered ? "" : left ? counted(left.toLocaleString("en"), total.toLocaleString("en")) : nothing;
  }
  function wordsIn(text) { return text.toLowerCase().split(/\s+/).filter(Boolean); }

  /* --- the toolbar ----------------------------------------------------------------------------------------------- */
  /* those of pages that a theme has replaced are forgotten with them */
  var toolbars = [];
  window.addEventListener("hashchange", function () {
    toolbars.forEach(function (toolbar) { toolbar.showTarget(); });
  });
  function toolbar(page, bar) {
    var state = readState();
    var rows = page.querySelectorAll(".oa-rows > li[id]").length;
    var said = bar.querySelector(".oa-said"), field = bar.querySelector("input[type=search]");
    var boxes = ["required", "changed", "replaces"].map(function (key) { return [key, bar.querySelector(".oa-only-" + key)]; }).filter(function (pair) { return pair[1]; });
    function apply() {
      filterPage(page, state, said, rows);
      writeState(state);
    }
    field.value = state.filter;
    field.addEventListener("input", function () { state.filter = field.value.trim(); apply(); });
    boxes.forEach(function (pair) {
      pair[1].checked = state[pair[0]];
      pair[1].addEventListener("change", function () { state[pair[0]] = pair[1].checked; apply(); });
    });
    foldButton(page, bar.querySelector("[data-fold]"));
    sourcesBox(page, bar, state);
    if (state.filter || state.required || state.changed || state.replaces) { apply(); }
    function showTarget() {
      var target = targeted();
      if (!target || !page.contains(target) || !target.closest("[hidden]")) { return; }
      state.filter = field.value = "";
      boxes.forEach(function (pair) { state[pair[0]] = pair[1].checked = false; });
      apply();
      target.scrollIntoView();
    }
    toolbars.push({ page: page, showTarget: showTarget });
    showPath(page, bar);
    /* the link of the head needs no new page */
    var replaces = page.querySelector("a.oa-replaces"), box = bar.querySelector(".oa-only-replaces");
    if (replaces && box) {
      replaces.addEventListener("click", function () { if (!box.checked) { box.click(); } });
    }
    page.addEventListener("click", function (event) {
      var link = event.target.closest(".oa-rows > li > a");
      if (!link || !navigator.clipboard) { return; }
      navigator.clipboard.writeText(link.href.replace(/\?[^#]*/, "")).catch(function () {});
    });
  }
  /* unfolds all objects, on the next pages, too */
  function foldButton(page, button) {
    var folds = page.querySelectorAll(".oa-in");
    if (!folds.length) { button.remove(); return; }
    function unfold(all) {
      folds.forEach(function (details) { details.open = all; delete details.dataset.unfolded; });
      button.textContent = all ? "Collapse all" : "Expand all";
    }
    button.addEventListener("click", function () {
      var all = button.textContent === "Expand all";
      remember(ROWS, all);
      unfold(all);
    });
    if (remembered(ROWS)) { unfold(true); }
  }
  function sourcesBox(page, bar, state) {
    var sources = page.querySelectorAll("details.oa-source");
    if (!sources.length) { return; }
    var box = element("input", { type: "checkbox", "aria-label": "Show all sources" });
    function show() { sources.forEach(function (details) { details.open = state.sources; }); }
    box.checked = state.sources;
    box.addEventListener("change", function () {
      state.sources = box.checked;
      remember(SOURCES, state.sources);
      show();
      writeState(state);
    });
    bar.querySelector("[data-fold], .oa-said").before(element("label", { "class": "oa-switch" }, [box, "Sources"]));
    if (state.sources) { show(); }
  }
  /* the path of the row below the toolbar, while it is nested */
  function showPath(page, bar) {
    var shown = bar.querySelector(".oa-path"), waits = false, path = "";
    function look() {
      waits = false;
      var box = bar.getBoundingClientRect();
      /* at the end of the line: rows inside of others begin further in */
      var end = getComputedStyle(page).direction === "rtl" ? box.left + 30 : box.right - 30;
      /* where a link to a row leads: a toolbar of one line ends above that, at the row before */
      var landing = parseFloat(getComputedStyle(page.querySelector(".oa-rows > li")).scrollMarginTop);
      var below = document.elementsFromPoint(end, Math.max(box.bottom + 24, landing + 8));
      var rows = below.filter(function (one) { return one.matches(".oa-rows > li"); });
      var id = rows.length && page.contains(rows[0]) ? rows[0].id : "";
      if (id === path) { return; }
      path = id;
      showParts(shown, path.includes(".") ? path.split(".") : []);
    }
    window.addEventListener("scroll", function () {
      if (!waits && page.isConnected) { waits = true; requestAnimationFrame(look); }
    }, { passive: true });
  }
  /* each part of a path leads to its row; the first ones go where there is no room for all */
  function showParts(shown, parts) {
    for (var first = 0; first < Math.max(parts.length, 1); first += 1) {
      shown.replaceChildren();
      parts.forEach(function (part, number) {
        if (number < first) { return; }
        if (number) { shown.append(number === first ? "… › " : " › "); }
        shown.append(element("a", { href: "#" + parts.slice(0, number + 1).join("."), tabindex: "-1" }, [part]));
      });
      if (shown.scrollWidth <= shown.clientWidth) { return; }
    }
  }
  /* keys, only while the focus is in the rows or the toolbar: the theme has some of its own (WCAG 2.1.4) */
  document.addEventListener("keydown", function (event) {
    var inside = event.target instanceof Element && (event.target.closest(".oa-rows, .oa-tools, .oa-lines, .oa-entries") || (event.key === "/" && outside(event.target)));
    if (!inside || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=search]")) { return; }
    var bar = (event.target.closest(".oasmap") || document).querySelector(".oa-tools");
    var wanted = bar && (event.key === "/" ? bar.querySelector("input[type=search]") : event.key === "r" ? bar.querySelector(".oa-only-required") : null);
    if (!wanted || !keysAreOn()) { return; }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "/") { wanted.focus(); } else { wanted.click(); }
  }, true);
  /* a theme without a key for its search leaves `/` to the field; what is typed into a field stays text */
  function themeHasKey() { return !!document.querySelector(".md-search, [data-md-component='search'], .md-header"); }
  function outside(target) {
    return !themeHasKey() && !target.closest("input, textarea, select, [contenteditable]");
  }
  function keysAreOn() {
    try { return localStorage.getItem("oasmap.keys") !== "off"; } catch (error) { return true; }
  }

  /* --- lists: names on the overview, and changes ------------------------------------------------------------------ */
  /* what an entry is found by: its words, those of its heading, and those of descriptions that are not shown */
  function textOfEntry(entry) {
    var fold = entry.closest(".oa-names"), list = entry.parentElement;
    var title = fold ? fold.querySelector("h2") : list.previousElementSibling;
    var heading = title && title.matches("h2, h3, summary") ? title : null;
    var words = [entry, fold, heading].map(function (part) { return part ? part.dataset.words || "" : ""; });
    var text = [entry.textContent, heading ? heading.textContent : ""].concat(words).join(" ");
    var name = entry.querySelector("a");
    return { words: text.toLowerCase(), path: name ? letters(name.textContent) : "" };
  }
  function listFilter(page, bar) {
    var entries = Array.from(page.querySelectorAll(".oa-lines > li, .oa-section--breaking .oa-entry, [class^='oa-section--'] .oa-entry"));
    var field = bar.querySelector("input[type=search]"), said = bar.querySelector(".oa-said"), first = bar.querySelector(".oa-only-first");
    if (!field) { return; }
    function apply() {
      var words = wordsIn(field.value), only = !!first && first.checked, left = 0;
      entries.forEach(function (entry) {
        if (words.length && !texts.has(entry)) { texts.set(entry, textOfEntry(entry)); }
        var text = texts.get(entry);
        entry.hidden = (only && !entry.querySelector(".oa-kind--first")) || !words.every(function (word) {
          return text.words.includes(word) || (letters(word).length > 2 && text.path.includes(letters(word)));
        });
        if (!entry.hidden) { left += 1; }
      });
      page.querySelectorAll(".oa-lines, .oa-entries").forEach(function (list) {
        list.hidden = !list.querySelector(":scope > :not([hidden])");
        var title = list.closest(".oa-names") || list.previousElementSibling;
        if (title && title.matches("h2, h3, .oa-names")) { title.hidden = list.hidden; }
      });
      var isFiltered = only || words.length > 0;
      page.querySelectorAll(".oa-names").forEach(function (fold) {
        if (isFiltered && !fold.open) { fold.open = true; fold.dataset.unfolded = ""; }
        if (!isFiltered && "unfolded" in fold.dataset) { fold.open = false; delete fold.dataset.unfolded; }
      });
      if (words.length) { page.querySelectorAll("details.oa-fold:has(.oa-entry)").forEach(function (fold) { fold.open = !!fold.querySelector(".oa-entry:not([hidden])"); }); }
      said.textContent = isFiltered ? (left ? counted(left, entries.length) : "Nothing matches.") : "";
      writeState({ filter: field.value.trim(), kind: only ? first.value : "" });
    }
    field.addEventListener("input", apply);
    field.value = readState().filter;
    if (first) {
      first.checked = new URLSearchParams(location.search).get("only") === first.value;
      first.addEventListener("change", apply);
    }
    if (field.value || (first && first.checked)) { apply(); }
    openTarget();
  }
  /* the names of a group that an address leads to */
  function openTarget() {
    var title = targeted(), fold = title && title.closest(".oa-names");
    if (fold) { fold.open = true; }
  }
  window.addEventListener("hashchange", openTarget);

  /* --- an address that does not exist: the names that share most pairs of letters with its end, or with what is typed */
  function pairs(text) {
    var word = " " + text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim() + " ";
    return Array.from(word.slice(1), function (letter, place) { return word[place] + letter; });
  }
  function likeness(wanted, text) {
    var left = pairs(text), total = wanted.length + left.length, both = 0;
    wanted.forEach(function (pair) {
      var place = left.indexOf(pair);
      if (place >= 0) { both += 2; left.splice(place, 1); }
    });
    return both / total;
  }
  function nearestNames(page) {
    var names = JSON.parse(page.dataset.names);
    var list = page.querySelector("ul"), field = page.querySelector("input"), said = page.querySelector(".oa-said");
    function show() {
      var parts = anchorIn("#" + location.pathname).replace(/(\/index)?\.html$/, "").split("/").filter(Boolean);
      var kind = field.value ? "" : parts.slice(-2, -1).join(), typed = pairs(field.value || parts.slice(-1).join());
      var found = names.map(function (name) {
        var like = Math.max(likeness(typed, name[0]), likeness(typed, name[2]));
        return { name: name, like: like + (like && kind && name[3].includes("/" + kind + "/") ? 0.05 : 0) };
      });
      found = found.filter(function (one) { return one.like > 0.35; }).sort(function (a, b) { return b.like - a.like; }).slice(0, 5);
      list.replaceChildren.apply(list, found.map(function (one) {
        return element("li", {}, [element("a", { href: one.name[3] }, [one.name[0]]), element("small", {}, [one.name[1]])]);
      }));
      said.textContent = found.length ? "" : field.value ? "No name is like it." : "No name is like this address.";
    }
    field.addEventListener("input", show);
    show();
  }

  /* --- copy buttons ------------------------------------------------------------------------------------------------ */
  function copyButton(button, text) {
    button.addEventListener("click", function () {
      var said = button.textContent;
      navigator.clipboard.writeText(text()).then(function () {
        button.textContent = "Copied";
        setTimeout(function () { button.textContent = said; }, 1500);
      }, function () {});
    });
  }
  function made(text) { return element("button", { type: "button", "class": "oa-copy" }, [text]); }
  function copyButtons(page) {
    if (!navigator.clipboard) { page.querySelectorAll("[data-copy]").forEach(function (button) { button.remove(); }); return; }
    page.querySelectorAll("[data-copy]").forEach(function (button) {
      copyButton(button, function () { return button.dataset.copy; });
    });
    page.querySelectorAll(".oa-approve").forEach(function (approval) {
      var button = made("Copy");
      copyButton(button, function () { return approval.querySelector("code").textContent; });
      approval.prepend(button, " ");
    });
    page.querySelectorAll(".oa-panel").forEach(function (panel) {
      var button = made("Copy");
      copyButton(button, function () { return panel.querySelector("code").textContent; });
      panel.append(button);
    });
  }
  /* the tab that an address names */
  function chooseTab() {
    var tab = targeted();
    if (tab && tab.matches(".oa-tabs input")) { tab.checked = true; }
  }
  window.addEventListener("hashchange", chooseTab);

  /* what was searched for is nested deeper than the row that search leads to: go on to it. Themes that mark words on
     a page say them in its address; for others, they are kept from the click on the result */
  var SEARCHED = "oasmap.searched";
  document.addEventListener("click", function (event) {
    var link = event.target.closest(".md-search-result a[href], #mkdocs-search-results a[href]");
    var field = document.querySelector(".md-search__input, #mkdocs-search-query");
    if (!link || !field) { return; }
    try { sessionStorage.setItem(SEARCHED, field.value); } catch (error) { /* the address has to do */ }
  }, true);
  function searchedWords() {
    var words = new URLSearchParams(location.search).get("h") || "";
    try {
      words += " " + (sessionStorage.getItem(SEARCHED) || "");
      sessionStorage.removeItem(SEARCHED);
    } catch (error) { /* a private window */ }
    return words.split(/\s+/).filter(Boolean);
  }
  function values(row) {
    return Array.from(row.querySelectorAll(":scope > small code, :scope > div > small code, :scope > div > .oa-values li"), function (code) { return letters(code.textContent); });
  }
  function targeted() { return document.getElementById(anchorIn(location.hash)); }
  function anchorIn(hash) {
    try { return decodeURIComponent(hash.slice(1)); } catch (error) { return ""; }
  }
  function goToSearched() {
    var words = searchedWords().map(letters);
    var root = targeted();
    if (!words.length || !root || !root.matches(".oa-rows > li, .oa-group")) { return; }
    var isGroup = root.matches(".oa-group"), inside = isGroup ? root.nextElementSibling : root;
    function isMeant(row) {
      var path = letters(row.id);
      return words.includes(path) || words.includes(path.split(".").pop());
    }
    function hasValue(row) {
      return values(row).some(function (value) { return words.includes(value); });
    }
    if (!isGroup && isMeant(root)) { return; }
    var rows = inside ? Array.from(inside.querySelectorAll("li[id]")) : [];
    var row = rows.find(isMeant) || (!isGroup && hasValue(root) ? null : rows.find(hasValue));
    if (row) { location.replace("#" + row.id); }
  }

  /* what most of the typed words name comes first: an entity (`owlridge_dome`, `dome` or its words, and what a tag calls
     it), or a row of one, by more than one word; of the same number, what has the whole name, and an entity before a row */
  function wordsOf(text) {
    return text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  }
  function holds(words, others) { return (" " + words.join(" ") + " ").includes(" " + others.join(" ") + " "); }
  function weight(title, typed, tags) {
    var kind = /\s\(([^()]+)\)\s*$/.exec(title);
    if (!kind) { return 0; }
    var rows = title.slice(0, kind.index).split(" · "), entity = wordsOf(rows.pop());
    if (entity.length > 1 && !typed.includes(entity[0])) { entity.shift(); } // the provider's
    if (typed.length === 1 && !rows.length && entity.join("") === typed[0]) { typed = entity; } // `loadbalancer`
    var all = entity.concat(wordsOf(rows.join(" ")));
    function isCalled(word) { return word.length > 2 && tags.flat().some(function (tag) { return tag.startsWith(word); }); }
    function among(words) { return typed.filter(function (word) { return words.includes(word) || isCalled(word); }).length; }
    function whole(words) { return holds(typed, words) ? words.length : 0; }
    var isTag = !rows.length && tags.some(function (tag) { return singular(tag) === singular(typed); });
    var isEnd = !rows.length && typed.length > 1 && holds(entity.slice(-typed.length), typed);
    var found = among(all) && among(all.concat(wordsOf(kind[1])));
    if (found < 2 && (rows.length || !whole(entity)) && !isTag) { return 0; }
    var own = rows.length ? whole(wordsOf(rows[0])) : isTag || isEnd ? typed.length : 0;
    var last = (rows.length ? 0 : 1) - wordsOf(kind[1]).length / 10; // a resource before a data source
    return found * 1e4 + (own + whole(entity)) * 10 + (whole(entity) && 5) + last;
  }
  function singular(words) { return words.join(" ").replace(/s$/, ""); }
  function namedFirst(list, field) {
    var typed = wordsOf(field.value), best = null, most = 0;
    Array.from(list.children).forEach(function (result) {
      var tags = Array.from(result.querySelectorAll(".md-tag"), function (tag) { return wordsOf(tag.textContent); });
      var titles = Array.from(result.querySelectorAll("h1, h2, h3"), function (title) { return weight(title.textContent, typed, tags); });
      var heaviest = Math.max.apply(null, titles.concat(0));
      if (heaviest > most) { best = result; most = heaviest; }
    });
    if (best && best !== list.firstElementChild) { list.prepend(best); }
  }
  function watchSearch() {
    [[".md-search-result__list", ".md-search__input"], ["#mkdocs-search-results", "#mkdocs-search-query"]].forEach(function (css) {
      var list = document.querySelector(css[0]), field = document.querySelector(css[1]);
      if (!list || !field || list.dataset.oasmap) { return; }
      list.dataset.oasmap = "";
      new MutationObserver(function () { namedFirst(list, field); }).observe(list, { childList: true });
      namedFirst(list, field);
    });
  }
  /* what is on another page, or is shown with an earlier use of its object: links go on to it */
  function goToMoved() {
    var path = anchorIn(location.hash).replace(/^nestedatt--/, "");
    if (!path || targeted()) { return; }
    if (location.hash.startsWith("#nestedatt--")) { path = path.replace(/--/g, "."); }
    for (var end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
      var row = document.getElementById(path.slice(0, end));
      var link = row && row.querySelector(":scope > .oa-elsewhere > a");
      if (link) { location.replace(link.href + path.slice(end)); return; }
      if (row) { location.replace("#" + row.id); return; }
    }
  }
  function start() {
    // where a search reads headings, the id of a row is on a heading in it; from here on, rows have theirs everywhere
    document.querySelectorAll(".oa-place[id]").forEach(function (entry) {
      var id = entry.id;
      entry.removeAttribute("id");
      entry.parentElement.id = id;
      if (location.hash === "#" + id) { location.replace(location.hash); }
    });
    document.documentElement.classList.toggle("oa-slash", !themeHasKey() && keysAreOn());
    toolbars = toolbars.filter(function (toolbar) { return toolbar.page.isConnected; });
    chooseTab();
    watchSearch();
    goToMoved();
    goToSearched();
    keep(chosen && page === location.pathname ? chosen : location.hash); // a click may come before the theme is ready
    document.querySelectorAll(".oasmap").forEach(function (page) {
      if ("oasmap" in page.dataset) { return; }
      page.dataset.oasmap = "";
      copyButtons(page);
      if (page.matches(".oa-missing")) { nearestNames(page); return; }
      var bar = page.querySelector(".oa-tools");
      if (bar && bar.querySelector(".oa-only-required")) { toolbar(page, bar); } else if (bar) { listFilter(page, bar); }
    });
  }
  /* a theme that tracks the reader knows the rows of its table of contents only, and writes the outer row into the
     address of a nested one, or the row before where it has not come to the row yet; the reader's own is put back,
     until they move on */
  var chosen = "", page = "", watch = 0;
  function keep(anchor) {
    var right = 0, checks = 0;
    chosen = anchor;
    page = location.pathname;
    clearInterval(watch);
    watch = setInterval(function () {
      checks += 1;
      right = anchor === location.hash ? right + 1 : 0;
      if (!chosen || right > 4 || checks > 20) { clearInterval(watch); return; }
      var isHere = document.getElementById(anchorIn(anchor));
      if (!right && isHere) { location.replace(anchor); } // which makes it the target that the style sheet knows, too
      markInContents(anchorIn(anchor).split(".")[0]);
    }, 250);
  }
  /* the theme looks at a line above the toolbar, so it takes the reader to be at the row before */
  function markInContents(name) {
    var links = Array.from(document.querySelectorAll(".md-nav--secondary a.md-nav__link"));
    var here = links.findIndex(function (link) { return anchorIn(link.hash) === name; });
    if (here < 0) { return; }
    links.forEach(function (link, place) {
      link.classList.toggle("md-nav__link--active", place === here);
      link.classList.toggle("md-nav__link--passed", place < here);
    });
  }
  /* by now the theme may have written into the address itself: where the reader went is in the event */
  window.addEventListener("hashchange", function (event) {
    var anchor = new URL(event.newURL).hash;
    if (anchor !== chosen) { keep(anchor); }
  });
  /* Material's instant navigation writes the address itself, so that the browser tells nobody */
  document.addEventListener("click", function (event) {
    var link = event.target instanceof Element ? event.target.closest(".oasmap a[href*='#']") : null;
    var isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (link && isPlain && link.pathname === location.pathname && link.host === location.host) { keep(link.hash); }
  }, true);
  ["wheel", "touchmove", "keydown", "mousedown"].forEach(function (moved) {
    window.addEventListener(moved, function () { chosen = ""; }, { passive: true });
  });

  /* for browsers that print nothing of what is folded; sources that a theme unfolds, too, stay off the paper. Asked
     in the capturing phase, which is before the theme has done so */
  var FOLDED = "oa-source--folded";
  var unfolded = [];
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll(".oa-source:not([open])").forEach(function (source) { source.classList.add(FOLDED); });
    unfolded = Array.from(document.querySelectorAll(".oasmap details:not([open]):not(.oa-source)"));
    unfolded.forEach(function (details) { details.open = true; });
  }, true);
  window.addEventListener("afterprint", function () {
    document.querySelectorAll("." + FOLDED).forEach(function (source) { source.classList.remove(FOLDED); });
    unfolded.forEach(function (details) { details.open = false; });
  });
  /* Material replaces pages without loading them anew, and says so here */
  if (window.document$ && window.document$.subscribe) {
    window.document$.subscribe(start);
  } else if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
