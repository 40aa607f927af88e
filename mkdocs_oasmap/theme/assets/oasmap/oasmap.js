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
  /* search knows the root attributes, and the words that were looked for: go on to what is nested in there */
  function goToSearched() {
    var words = (new URLSearchParams(location.search).get("h") || "").split(/\s+/);
    var root = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!root || !root.matches(".oasmap-attribute") || words.includes(root.id)) { return; }
    var row = Array.from(root.querySelectorAll(".oasmap-attribute")).find(function (inner) {
      return words.includes(inner.id) || words.includes(inner.id.split(".").pop());
    });
    if (row) { location.replace("#" + row.id); }
  }
  function start() {
    goToSearched();
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
