/* Optional comfort on reference pages: one toolbar that filters and unfolds rows, with its state in the address; links
   that are copied; search results that lead to nested rows. Everything can be read without it. */
(function () {
  "use strict";
  /* a theme that replaces pages without loading them anew runs the script of a page again */
  if (window.oasmapStart) { window.oasmapStart(); return; }
  window.oasmapStart = start;
  var SOURCES = "oasmap.sources";

  function counted(left, total) {
    return left + " of " + total;
  }
  function remembered() {
    try { return localStorage.getItem(SOURCES) === "open"; } catch (error) { return false; }
  }
  function remember(open) {
    try { localStorage.setItem(SOURCES, open ? "open" : ""); } catch (error) { /* private window: not remembered */ }
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
      sources: given.get("show") === "sources" || remembered()
    };
  }
  function writeState(state) {
    var address = new URL(location.href);
    var only = ["required", "changed"].filter(function (key) { return state[key]; }).join(",");
    [["filter", state.filter], ["only", only], ["show", state.sources ? "sources" : ""]].forEach(function (pair) {
      if (pair[1]) { address.searchParams.set(pair[0], pair[1]); } else { address.searchParams.delete(pair[0]); }
    });
    address.search = address.search.replace(/%2C/g, ",");
    if (address.href !== location.href) { history.replaceState(history.state, "", address.href); }
  }

  /* --- rows ------------------------------------------------------------------------------------------------------ */
  function letters(text) { return text.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, ""); }
  var OWN = ":scope > .oasmap-attribute__head, :scope > .oasmap-attribute__text, :scope > .oasmap-limits";
  var texts = new WeakMap();
  /* what a row is found by: its path, its name as the API spells it, its values, and its own words */
  function textOf(row) {
    if (!texts.has(row)) {
      var own = Array.from(row.querySelectorAll(OWN), function (part) { return part.textContent; }).join(" ");
      texts.set(row, { words: (row.id + " " + own).toLowerCase(), path: letters(row.id) });
    }
    return texts.get(row);
  }
  function rowsIn(list) { return Array.from(list.children).filter(function (row) { return row.matches("li.oasmap-attribute"); }); }
  function listsIn(row) { return row.querySelectorAll(":scope > details > .oasmap-inside > ul.oasmap-attributes"); }
  function hide(list, hidden) {
    list.hidden = hidden;
    var title = list.previousElementSibling;
    if (title && title.matches("h3, .oasmap-group")) { title.hidden = hidden; }
  }
  /* returns how many rows are left of a list, and unfolds what has one that was looked for */
  function filterList(list, state, isInside) {
    var left = 0;
    if (state.required && list.matches(".oasmap-attributes--optional, .oasmap-attributes--read-only")) {
      rowsIn(list).forEach(function (row) { row.hidden = true; });
    } else {
      rowsIn(list).forEach(function (row) { left += filterRow(row, state, isInside); });
    }
    hide(list, left === 0);
    return left;
  }
  function filterRow(row, state, isInside) {
    var text = textOf(row);
    var found = !state.words.length || isInside || state.words.every(function (word) {
      return text.words.includes(word) || (letters(word) && text.path.includes(letters(word)));
    });
    if (state.changed && !row.querySelector(":scope > .oasmap-attribute__head [class*='oasmap-change--']")) { found = false; }
    var inside = 0;
    listsIn(row).forEach(function (list) { inside += filterList(list, state, isInside); });
    var nested = row.querySelector(":scope > details.oasmap-nested");
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
    row.hidden = !found && inside === 0;
    return (found ? 1 : 0) + inside;
  }
  function filterPage(page, state, said, total) {
    state.words = state.filter.toLowerCase().split(/\s+/).filter(Boolean);
    state.isFiltered = state.words.length > 0 || state.changed;
    var left = 0;
    page.querySelectorAll(":scope .oasmap-schema > ul.oasmap-attributes").forEach(function (list) {
      left += filterList(list, state, false);
    });
    var isAll = !state.isFiltered && !state.required;
    var nothing = state.filter ? "Nothing matches." : state.changed ? "Nothing has changed." : "Nothing is required.";
    said.textContent = isAll ? "" : left ? counted(left.toLocaleString("en"), total.toLocaleString("en")) : nothing;
  }

  /* --- the toolbar ----------------------------------------------------------------------------------------------- */
  /* those of pages that a theme has replaced are forgotten with them */
  var toolbars = [];
  window.addEventListener("hashchange", function () {
    toolbars.forEach(function (toolbar) { toolbar.showTarget(); });
  });
  function checkbox(text, label, checked, change) {
    var box = element("input", { type: "checkbox", "aria-label": label });
    box.checked = checked;
    box.addEventListener("change", function () { change(box.checked); });
    return element("label", {}, [box, " ", text]);
  }
  function toolbar(page, heading) {
    var state = readState();
    var rows = page.querySelectorAll(".oasmap-schema li.oasmap-attribute").length;
    var said = element("output", { "class": "oasmap-toolbar__said", "aria-live": "polite" });
    function apply() {
      filterPage(page, state, said, rows);
      writeState(state);
    }
    function showSources(open) {
      page.querySelectorAll("details.oasmap-source").forEach(function (details) { details.open = open; });
    }
    var field = element("input", {
      type: "search", placeholder: "Filter by name, path or value", "aria-label": "Filter by name, path or value",
      autocomplete: "off", spellcheck: "false"
    });
    field.value = state.filter;
    field.addEventListener("input", function () { state.filter = field.value.trim(); apply(); });
    var required = checkbox("Required", "Required only", state.required, function (only) { state.required = only; apply(); });
    var bar = element("div", { "class": "oasmap-toolbar", role: "group", "aria-label": "Show attributes" }, [field, required]);
    var changed = null;
    if (page.querySelector(".oasmap-attribute__head [class*='oasmap-change--']")) {
      changed = checkbox("Changed", "Changed only", state.changed, function (only) { state.changed = only; apply(); });
      bar.append(changed);
    }
    var folded = page.querySelectorAll(".oasmap-schema .oasmap-attribute > details.oasmap-nested");
    if (folded.length) {
      var all = element("button", { type: "button" }, ["Expand all"]);
      var expanded = false;
      all.addEventListener("click", function () {
        expanded = !expanded;
        folded.forEach(function (details) { details.open = expanded; delete details.dataset.unfolded; });
        all.textContent = expanded ? "Collapse all" : "Expand all";
      });
      bar.append(all);
    }
    if (page.querySelector("details.oasmap-source")) {
      bar.append(checkbox("Sources", "Show all sources", state.sources, function (open) {
        state.sources = open;
        remember(open);
        showSources(open);
        writeState(state);
      }));
      if (state.sources) { showSources(true); }
    }
    bar.append(said);
    heading.after(bar);
    if (state.filter || state.required || state.changed) { apply(); }
    function showTarget() {
      var target = targeted();
      if (!target || !page.contains(target) || !target.closest("[hidden]")) { return; }
      state.filter = field.value = "";
      state.required = state.changed = required.firstChild.checked = false;
      if (changed) { changed.firstChild.checked = false; }
      apply();
      target.scrollIntoView();
    }
    toolbars.push({ page: page, showTarget: showTarget });
    page.addEventListener("click", function (event) {
      var link = event.target.closest("a.oasmap-attribute__name");
      if (!link || !navigator.clipboard) { return; }
      navigator.clipboard.writeText(link.href.replace(/\?[^#]*/, "")).catch(function () {});
    });
  }

  /* --- the overview: entities by name and description ------------------------------------------------------------- */
  function entityFilter(page) {
    var lists = page.querySelectorAll(".oasmap-entries");
    var entries = page.querySelectorAll(".oasmap-entries > li");
    if (!lists.length || entries.length < 6) { return; }
    var field = element("input", {
      type: "search", placeholder: "Filter by name or description", "aria-label": "Filter by name or description",
      autocomplete: "off", spellcheck: "false"
    });
    var said = element("output", { "class": "oasmap-toolbar__said", "aria-live": "polite" });
    function apply() {
      var words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      var left = 0;
      entries.forEach(function (entry) {
        var text = entry.textContent.toLowerCase();
        entry.hidden = !words.every(function (word) { return text.includes(word); });
        if (!entry.hidden) { left += 1; }
      });
      lists.forEach(function (list) { list.hidden = !list.querySelector(":scope > li:not([hidden])"); });
      page.querySelectorAll(".oasmap-kind").forEach(function (kind) {
        kind.hidden = !kind.querySelector(".oasmap-entries:not([hidden])");
      });
      page.querySelectorAll(".oasmap-entries-title").forEach(function (title) {
        title.hidden = title.nextElementSibling.hidden;
      });
      said.textContent = words.length ? (left ? counted(left, entries.length) : "Nothing matches.") : "";
      writeState({ filter: field.value.trim() });
    }
    field.addEventListener("input", apply);
    page.querySelector(".oasmap-kind").before(element("div", { "class": "oasmap-toolbar", role: "group", "aria-label": "Filter" }, [field, said]));
    field.value = readState().filter;
    if (field.value) { apply(); }
  }

  /* --- the changes: by severity, resource, name, cause or rule; and approvals to copy ------------------------------- */
  function changeFilter(page) {
    var entries = page.querySelectorAll("li.oasmap-change:has(> details)");
    if (navigator.clipboard) {
      page.querySelectorAll(".oasmap-approve").forEach(function (approval) {
        var button = element("button", { type: "button", "class": "oasmap-copy" }, ["Copy"]);
        button.addEventListener("click", function () {
          navigator.clipboard.writeText(approval.querySelector("code").textContent).then(function () { button.textContent = "Copied"; }, function () {});
        });
        approval.prepend(button, " ");
      });
    }
    if (entries.length < 6) { return; }
    var hidden = {};
    var words = [];
    var field = element("input", {
      type: "search", placeholder: "Resource, name, cause or rule", "aria-label": "Filter by resource, name, cause or rule",
      autocomplete: "off", spellcheck: "false"
    });
    var said = element("output", { "class": "oasmap-toolbar__said", "aria-live": "polite" });
    function apply() {
      var left = 0;
      entries.forEach(function (entry) {
        var list = entry.parentNode;
        var text = (entry.textContent + " " + list.previousElementSibling.textContent).toLowerCase();
        var severity = /oasmap-change--(\w+)/.exec(entry.className)[1];
        entry.hidden = !!hidden[severity] || !words.every(function (word) { return text.includes(word); });
        if (!entry.hidden) { left += 1; }
      });
      page.querySelectorAll("ul.oasmap-changes").forEach(function (list) {
        list.hidden = !list.querySelector(":scope > li:not([hidden])");
        list.previousElementSibling.hidden = list.hidden;
      });
      if (words.length) { page.querySelectorAll("details.oasmap-nested").forEach(function (fold) { fold.open = !!fold.querySelector("li.oasmap-change:not([hidden])"); }); }
      said.textContent = left < entries.length ? (left ? counted(left, entries.length) : "Nothing matches.") : "";
    }
    field.addEventListener("input", function () { words = field.value.toLowerCase().split(/\s+/).filter(Boolean); apply(); });
    var tally = page.querySelector(".oasmap-tally");
    var boxes = Array.from(tally ? tally.children : [], function (chip) {
      var severity = /oasmap-change--(\w+)/.exec(chip.className)[1];
      return checkbox(severity.charAt(0).toUpperCase() + severity.slice(1), "Show " + chip.textContent, true, function (shown) { hidden[severity] = !shown; apply(); });
    });
    (tally || page.firstElementChild).after(element("div", { "class": "oasmap-toolbar", role: "group", "aria-label": "Filter" }, [field].concat(boxes, [said])));
  }

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
    return Array.from(row.querySelectorAll(":scope > .oasmap-limits code"), function (code) { return letters(code.textContent); });
  }
  function targeted() { return document.getElementById(decodeURIComponent(location.hash.slice(1))); }
  function goToSearched() {
    var words = searchedWords().map(letters);
    var root = targeted();
    if (!words.length || !root || !root.matches(".oasmap-attribute")) { return; }
    function isMeant(row) {
      var path = letters(row.id);
      return words.includes(path) || words.includes(path.split(".").pop());
    }
    function hasValue(row) {
      return values(row).some(function (value) { return words.includes(value); });
    }
    if (isMeant(root)) { return; }
    var rows = Array.from(root.querySelectorAll(".oasmap-attribute"));
    var row = rows.find(isMeant) || (hasValue(root) ? null : rows.find(hasValue));
    if (row) { location.replace("#" + row.id); }
  }
  /* the page whose whole name is typed comes first: `owlridge_dome`, `dome` or its words, with others or alone */
  function wordsOf(text) {
    return text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  }
  function named(result, typed) {
    var title = result.querySelector("h1, h2, h3");
    var kind = title && !title.textContent.includes("·") && /\s\([^()]+\)\s*$/.exec(title.textContent);
    if (!kind) { return 0; }
    var name = wordsOf(title.textContent.slice(0, kind.index));
    if (name.length > 1 && !typed.includes(" " + name[0] + " ")) { name.shift(); } // the provider's
    return typed.includes(" " + name.join(" ") + " ") ? name.length : 0;
  }
  function exactFirst(list, field) {
    var typed = " " + wordsOf(field.value).join(" ") + " ", best = null, most = 0;
    Array.from(list.children).forEach(function (result) {
      var count = named(result, typed);
      if (count > most) { best = result; most = count; }
    });
    if (best && best !== list.firstElementChild) { list.prepend(best); }
  }
  function watchSearch() {
    [[".md-search-result__list", ".md-search__input"], ["#mkdocs-search-results", "#mkdocs-search-query"]].forEach(function (css) {
      var list = document.querySelector(css[0]), field = document.querySelector(css[1]);
      if (!list || !field || list.dataset.oasmap) { return; }
      list.dataset.oasmap = "";
      new MutationObserver(function () { exactFirst(list, field); }).observe(list, { childList: true });
      exactFirst(list, field);
    });
  }
  /* what has moved to a page of its own: old links go on to it */
  function goToMoved() {
    var stub = targeted();
    var link = stub && stub.matches(".oasmap-moved") ? stub.parentElement.querySelector("a") : null;
    if (link) { location.replace(link.href.replace(/#.*/, "") + "#" + stub.id); }
  }
  /* --- examples: a button that copies where the theme has none, and the tab that an address names ------------------ */
  function examples(page) {
    page.querySelectorAll(".oasmap-panel").forEach(function (panel) {
      if (!navigator.clipboard || panel.querySelector(".oasmap-copy")) { return; }
      var button = element("button", { type: "button", "class": "oasmap-copy" }, ["Copy"]);
      button.addEventListener("click", function () {
        navigator.clipboard.writeText(panel.querySelector("code").textContent).then(function () { button.textContent = "Copied"; }, function () {});
      });
      panel.append(button);
    });
  }
  function chooseTab() {
    var tab = targeted();
    if (tab && tab.matches(".oasmap-tabs > input")) { tab.checked = true; }
  }
  function start() {
    // where a search reads headings, the id of a row is on a heading in it; from here on, rows have theirs everywhere
    document.querySelectorAll(".oasmap-entry[id]").forEach(function (entry) {
      var id = entry.id;
      entry.removeAttribute("id");
      entry.parentElement.id = id;
      if (location.hash === "#" + id) { location.replace(location.hash); }
    });
    toolbars = toolbars.filter(function (toolbar) { return toolbar.page.isConnected; });
    watchSearch();
    goToMoved();
    goToSearched();
    chooseTab();
    keep(chosen && page === location.pathname ? chosen : location.hash); // a click may come before the theme is ready
    document.querySelectorAll(".oasmap").forEach(function (page) {
      examples(page);
      if (page.querySelector(".oasmap-toolbar")) { return; }
      var heading = page.querySelector("#schema-attributes");
      if (heading) { toolbar(page, heading); } else if (page.classList.contains("oasmap-log")) { changeFilter(page); } else { entityFilter(page); }
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
      var isHere = document.getElementById(decodeURIComponent(anchor.slice(1)));
      if (!right && isHere) { location.replace(anchor); } // which makes it the target that the style sheet knows, too
    }, 250);
  }
  window.addEventListener("hashchange", chooseTab);
  window.addEventListener("hashchange", function () { if (location.hash !== chosen) { keep(location.hash); } });
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
  var FOLDED = "oasmap-source--folded";
  var unfolded = [];
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll(".oasmap-source:not([open])").forEach(function (source) { source.classList.add(FOLDED); });
    unfolded = Array.from(document.querySelectorAll(".oasmap details:not([open]):not(.oasmap-source)"));
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
