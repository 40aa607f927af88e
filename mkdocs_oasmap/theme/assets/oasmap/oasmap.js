/* Optional comfort on reference pages: unfold all sources at once (remembered), filter rows, copy links. */
(function () {
  "use strict";
  var KEY = "oasmap.sources";
  var NOT_REQUIRED = ["optional", "computed_optional", "computed"].map(function (status) {
    return ":scope > .oasmap-attribute__head > .oasmap-badge--" + status;
  }).join();

  function remembered() {
    try { return localStorage.getItem(KEY) === "open"; } catch (error) { return false; }
  }
  function remember(open) {
    try { localStorage.setItem(KEY, open ? "open" : ""); } catch (error) { /* private window: not remembered */ }
  }
  function showSources(page, open) {
    page.querySelectorAll("details.oasmap-source").forEach(function (details) { details.open = open; });
  }
  function showRequired(page, only) {
    page.querySelectorAll("li.oasmap-attribute").forEach(function (row) {
      row.hidden = only && row.querySelector(NOT_REQUIRED) !== null;
    });
    /* a group without a row goes with its title, and what has nothing inside with its label */
    page.querySelectorAll("ul.oasmap-attributes").forEach(function (group) {
      var empty = !group.querySelector(":scope > li:not([hidden])");
      group.hidden = empty;
      if (group.previousElementSibling) { group.previousElementSibling.hidden = empty; }
    });
    page.querySelectorAll(".oasmap-attribute > details.oasmap-nested").forEach(function (details) {
      details.hidden = !details.querySelector(":scope > .oasmap-inside > ul:not([hidden])");
    });
  }
  function checkbox(text, checked, change) {
    var label = document.createElement("label");
    var box = document.createElement("input");
    box.type = "checkbox";
    box.checked = checked;
    box.addEventListener("change", function () { change(box.checked); });
    label.append(box, " ", text);
    return label;
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
  function letters(text) { return text.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, ""); }
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
  /* what has moved to a page of its own: old links go on to it */
  function goToMoved() {
    var stub = targeted();
    var link = stub && stub.matches(".oasmap-moved") ? stub.parentElement.querySelector("a") : null;
    if (link) { location.replace(link.href.replace(/#.*/, "") + "#" + stub.id); }
  }
  function start() {
    goToMoved();
    goToSearched();
    keepChosen();
    document.querySelectorAll(".oasmap").forEach(function (page) {
      var heading = page.querySelector("#schema-attributes");
      if (!heading || page.querySelector(".oasmap-toolbar")) { return; }
      var toolbar = document.createElement("div");
      toolbar.className = "oasmap-toolbar";
      var required = checkbox("Required only", false, function (only) { showRequired(page, only); });
      toolbar.append(
        checkbox("Show all sources", remembered(), function (open) { remember(open); showSources(page, open); }),
        required
      );
      heading.after(toolbar);
      if (remembered()) { showSources(page, true); }
      page.addEventListener("click", function (event) {
        var link = event.target.closest("a.oasmap-attribute__name");
        if (link && navigator.clipboard) { navigator.clipboard.writeText(link.href).catch(function () {}); }
      });
      window.addEventListener("hashchange", function () {
        var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (target && page.contains(target) && target.closest("[hidden]")) {
          required.firstChild.checked = false;
          showRequired(page, false);
          target.scrollIntoView();
        }
      });
    });
  }
  /* a theme that tracks the reader knows the rows of its table of contents only, and writes the outer row into the
     address of a nested one; the reader's own is put back, until they move on */
  var chosen = "";
  function keepChosen() {
    chosen = location.hash;
    [300, 600, 900].forEach(function (milliseconds) {
      setTimeout(function () {
        if (chosen !== location.hash && location.hash && chosen.startsWith(location.hash + ".")) {
          history.replaceState(history.state, "", chosen);
        }
      }, milliseconds);
    });
  }
  window.addEventListener("hashchange", keepChosen);
  ["wheel", "touchmove", "keydown", "mousedown"].forEach(function (moved) {
    window.addEventListener(moved, function () { chosen = ""; }, { passive: true });
  });

  /* for browsers that print nothing of what is folded */
  var unfolded = [];
  window.addEventListener("beforeprint", function () {
    unfolded = Array.from(document.querySelectorAll(".oasmap details:not([open]):not(.oasmap-source)"));
    unfolded.forEach(function (details) { details.open = true; });
  });
  window.addEventListener("afterprint", function () {
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
